import { bounds } from "../bounds";

/** The script of the page: the search. It runs in a browser, without libraries and without a network. */
export const script = String.raw`"use strict";
(() => {
  const find = (selector, parent = document) => [...parent.querySelectorAll(selector)];

  // A report without entries has no search.
  const [toolbar, query, status] = find("#toolbar, #query, #status");
  if (toolbar === undefined) return;
  const rows = find(".group tbody tr").map((row) => ({ row, text: row.textContent.toLowerCase() }));
  const shownRow = "tbody tr:not([hidden])";
  const groups = find(".group");

  const search = () => {
    const words = query.value.toLowerCase().split(/\s+/u).filter((word) => word !== "");
    const isSearched = words.length > 0;
    for (const { row, text } of rows) {
      const isMatch = words.every((word) => text.includes(word));
      if (row.hidden === isMatch) row.hidden = !isMatch;
    }
    let found = 0;
    let left = ${bounds.searchRows};
    for (const group of groups) {
      const count = find(shownRow, group).length;
      group.open = count > 0 && count <= left;
      if (group.open) left -= count;
      found += count;
    }
    for (const part of find(".card, .group")) part.hidden = isSearched && part.querySelector(shownRow) === null;
    status.textContent = isSearched ? "Found: " + found + " of " + rows.length : "";
  };

  let timer;
  query.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(search, ${bounds.searchDelay});
  });
  toolbar.hidden = false;
})();
`;
