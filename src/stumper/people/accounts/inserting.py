"""Rows that are there once, and whether they are new."""

from collections.abc import Mapping

from sqlalchemy import Connection, Table

from stumper.store.connection import insert_once


def inserted(connection: Connection, table: Table, values: Mapping[str, object]) -> bool:
    """The row is there; True where it was not before, whoever else inserts it at the same time."""
    statement = insert_once(table, connection.dialect.name).values(**values)
    return connection.execute(statement, execution_options={"preserve_rowcount": True}).rowcount == 1
