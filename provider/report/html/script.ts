/** The script of the page: search and filters. It runs in a browser, without libraries and without a network. */
export const script = String.raw`"use strict";
(() => {
  const waitForTyping = 80; // milliseconds
  const visibleAtMost = 1000; // rows that a filter opens

  const find = (selector, parent = document) => [...parent.querySelectorAll(selector)];
  const format = (number) => number.toLocaleString("en-US");
  const plural = (count, one) => format(count) + " " + one + (count === 1 ? "" : "s");

  // A report without entries has no toolbar.
  const [toolbar, query, status, reset, noMatch] = find("#toolbar, #query, #status, #reset, #no-match");
  if (noMatch === undefined) return;
  const boxes = find("input[type=checkbox]", toolbar);
  const rows = find("tbody tr:not(.kind)").map((row) => ({
    row,
    text: row.textContent.toLowerCase(),
    change: row.closest("details").dataset.change,
    kind: row.parentElement.dataset.kind,
  }));
  const shownRow = "tbody tr:not(.kind, [hidden])";
  const groups = find(".group").map((details) => ({
    details,
    number: details.querySelector(".number"),
    size: find(shownRow, details).length,
    isOpen: details.open,
  }));
  let isFiltered = false;

  // No ticked box of a filter means all of them.
  const readFilter = (name) => {
    const ticked = new Set(boxes.filter((box) => box.name === name && box.checked).map((box) => box.value));
    return (value) => ticked.size === 0 || ticked.has(value);
  };

  const apply = () => {
    const words = query.value.toLowerCase().split(/\s+/u).filter((word) => word !== "");
    isFiltered = words.length > 0 || boxes.some((box) => box.checked);
    const isChange = readFilter("change");
    const isKind = readFilter("kind");
    for (const { row, text, change, kind } of rows) {
      const isMatch = isChange(change) && isKind(kind) && words.every((word) => text.includes(word));
      if (row.hidden === isMatch) row.hidden = !isMatch;
    }
    let found = 0;
    let left = visibleAtMost;
    for (const { details, number, size, isOpen } of groups) {
      const count = find(shownRow, details).length;
      details.open = isFiltered ? count > 0 && count <= left : isOpen;
      if (details.open) left -= count;
      number.textContent = count === size ? format(size) : format(count) + " of " + format(size);
      found += count;
    }
    for (const part of find(".card, .group, .group tbody")) {
      part.hidden = isFiltered && part.querySelector(shownRow) === null;
    }
    noMatch.hidden = found > 0;
    reset.hidden = !isFiltered;
    const matches = found === 1 ? " matches" : " match";
    const lists = found === 0 ? "" : ", in " + plural(find(".card:not([hidden])").length, "list");
    const changes = plural(rows.length, "change");
    status.textContent = isFiltered ? format(found) + " of " + changes + matches + lists : changes;
  };

  let timer;
  toolbar.addEventListener("input", ({ target }) => {
    clearTimeout(timer);
    if (target === query) timer = setTimeout(apply, waitForTyping);
    else apply();
  });
  reset.addEventListener("click", () => {
    query.value = "";
    for (const box of boxes) box.checked = false;
    apply();
    query.focus();
  });
  for (const group of groups) {
    group.details.addEventListener("toggle", () => {
      if (!isFiltered) group.isOpen = group.details.open;
    });
  }
  toolbar.hidden = false;
  apply();
})();
`;
