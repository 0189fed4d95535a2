"use strict";
// A click on a heading sorts its table, and another turns the order round; tables whose rows stand in groups stay as they are.
(() => {
  const number = (text) => {
    const found = text.replaceAll("−", "-").replaceAll(",", "").match(/^[^\w+-]*([+-]?\d+(?:\.\d+)?)/);
    return found ? Number(found[1]) : null;
  };
  const said = (row, column) => (row.cells[column].querySelector(".value") ?? row.cells[column]).textContent.trim();
  const headsOf = ([first, second]) => {
    const below = [...(second?.cells ?? [])];
    return [...first.cells].flatMap((cell) => (cell.colSpan > 1 || (second && cell.rowSpan < 2) ? below.splice(0, cell.colSpan) : [cell]));
  };
  const sortable = (table) => {
    const rows = [...(table.tBodies[0]?.rows ?? [])];
    return table.tHead?.rows.length && rows.length > 2 && rows.every((row) => !row.className && [...row.cells].every((cell) => cell.colSpan + cell.rowSpan === 2));
  };
  for (const table of [...document.querySelectorAll("table")].filter(sortable)) {
    const heads = headsOf([...table.tHead.rows]);
    if (heads.length !== table.tBodies[0].rows[0].cells.length) continue;
    heads.forEach((head, column) => {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "sort";
      button.append(...head.childNodes);
      head.append(button);
      button.addEventListener("click", () => {
        const rows = [...table.tBodies[0].rows].map((row) => ({ row, text: said(row, column) }));
        const isOfNumbers = rows.filter(({ text }) => number(text) !== null).length * 2 > rows.length;
        const was = head.getAttribute("aria-sort");
        const isRising = was ? was === "descending" : !isOfNumbers;
        const before = isOfNumbers
          ? (a, b) => (number(a.text) - number(b.text)) * (isRising ? 1 : -1)
          : (a, b) => a.text.localeCompare(b.text) * (isRising ? 1 : -1);
        // What has no number stands last, whichever way.
        const none = ({ text }) => isOfNumbers && number(text) === null;
        rows.sort((a, b) => none(a) - none(b) || (none(a) ? 0 : before(a, b)));
        for (const other of heads) other.removeAttribute("aria-sort");
        head.setAttribute("aria-sort", isRising ? "ascending" : "descending");
        table.tBodies[0].append(...rows.map(({ row }) => row));
      });
    });
  }
})();
