"""The part of a report that tells of systems that verify claims."""
