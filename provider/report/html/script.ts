/**
 * The script of the page: search and filters, whose state is in the fragment of the address, and copies of what is shown.
 * It runs in a browser, without libraries and without a network.
 */
export const script = String.raw`"use strict";
(() => {
  const waitForTyping = 80; // milliseconds
  const visibleAtMost = 1000; // rows that a filter opens

  const byId = (id) => document.getElementById(id);
  const format = (number) => number.toLocaleString("en-US");
  const plural = (count, one) => format(count) + " " + one + (count === 1 ? "" : "s");

  const copyOnClick = (button, text) => {
    const label = button.textContent;
    // Only pages of https:// and file:// have a clipboard.
    button.hidden = navigator.clipboard === undefined;
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(text());
      button.textContent = "Copied";
      setTimeout(() => (button.textContent = label), 1500);
    });
  };
  for (const button of document.querySelectorAll("[data-copy]")) copyOnClick(button, () => button.dataset.copy);

  const toolbar = byId("toolbar");
  if (toolbar === null) return;
  const [query, status, reset] = ["query", "status", "reset"].map(byId);
  const boxes = [...toolbar.querySelectorAll("input[type=checkbox]")];
  const cards = [...document.querySelectorAll("article.card")];
  const groups = [...document.querySelectorAll("details.group")].map((details) => ({
    details,
    change: details.dataset.change,
    card: details.closest("article"),
    number: details.querySelector(".number"),
    isOpen: details.open,
    bodies: [...details.querySelectorAll("tbody")].map((body) => ({
      body,
      kind: body.dataset.kind,
      rows: [...body.rows].slice(1).map((row) => ({ row, text: row.textContent.toLowerCase() })),
    })),
  }));
  const countRows = (group) => group.bodies.reduce((sum, { rows }) => sum + rows.length, 0);
  const total = groups.reduce((sum, group) => sum + countRows(group), 0);
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
    const shownCards = new Set();
    let found = 0;
    let left = visibleAtMost;
    for (const { details, change, card, number, isOpen, bodies } of groups) {
      let count = 0;
      let all = 0;
      for (const { body, kind, rows } of bodies) {
        const isShown = isChange(change) && isKind(kind);
        let inBody = 0;
        for (const { row, text } of rows) {
          const isMatch = isShown && words.every((word) => text.includes(word));
          if (row.hidden === isMatch) row.hidden = !isMatch;
          if (isMatch) inBody += 1;
        }
        body.hidden = inBody === 0;
        count += inBody;
        all += rows.length;
      }
      details.hidden = count === 0;
      details.open = isFiltered ? count > 0 && count <= left : isOpen;
      if (details.open) left -= count;
      number.textContent = count === all ? format(all) : format(count) + " of " + format(all);
      if (count > 0) shownCards.add(card);
      found += count;
    }
    for (const card of cards) card.hidden = isFiltered && !shownCards.has(card);
    byId("no-match").hidden = found > 0;
    reset.hidden = !isFiltered;
    const lists = found === 0 ? "" : ", in " + plural(shownCards.size, "list");
    const matches = found === 1 ? " matches" : " match";
    status.textContent = isFiltered
      ? format(found) + " of " + plural(total, "change") + matches + lists
      : plural(total, "change");
  };

  // The address of the page names the filters, so that a link leads to the same view.
  const readAddress = () => {
    const state = new URLSearchParams(location.hash.slice(1));
    query.value = state.get("search") ?? "";
    for (const box of boxes) box.checked = state.getAll(box.name).includes(box.value);
    apply();
  };
  const applyToAddress = () => {
    apply();
    const state = new URLSearchParams(boxes.filter((box) => box.checked).map((box) => [box.name, box.value]));
    if (query.value.trim() !== "") state.set("search", query.value);
    history.replaceState(null, "", location.href.split("#")[0] + (isFiltered ? "#" + state : ""));
  };

  const shownEntries = () =>
    groups.flatMap(({ change, card, bodies }) =>
      bodies.flatMap(({ kind, rows }) =>
        rows
          .filter(({ row }) => !row.hidden)
          .map(({ row }) => ({ card, change, kind, cells: [...row.cells].map((cell) => cell.textContent) })),
      ),
    );
  // A spreadsheet would run a cell that starts like a formula.
  const csvCell = (text) => '"' + (/^[=+@\t\r-]/u.test(text) ? "'" : "") + text.replaceAll('"', '""') + '"';
  const csv = () =>
    [["list", "change", "kind", "entry", "note"]]
      .concat(
        shownEntries().map(({ card, change, kind, cells: [entry, note = ""] }) => {
          return [card.querySelector("h3").textContent, change, kind, entry, note];
        }),
      )
      .map((cells) => cells.map(csvCell).join(",") + "\r\n")
      .join("");

  let timer;
  query.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(applyToAddress, waitForTyping);
  });
  for (const box of boxes) box.addEventListener("change", applyToAddress);
  reset.addEventListener("click", () => {
    query.value = "";
    for (const box of boxes) box.checked = false;
    applyToAddress();
    query.focus();
  });
  copyOnClick(byId("link"), () => location.href);
  copyOnClick(byId("copy"), () => shownEntries().map(({ cells: [entry] }) => entry + "\n").join(""));
  byId("csv").addEventListener("click", () => {
    const address = URL.createObjectURL(new Blob(["\uFEFF" + csv()], { type: "text/csv" }));
    Object.assign(document.createElement("a"), { href: address, download: "app-lists.csv" }).click();
    URL.revokeObjectURL(address);
  });

  for (const group of groups) {
    group.details.addEventListener("toggle", () => {
      if (!isFiltered) group.isOpen = group.details.open;
    });
  }
  addEventListener("hashchange", () => {
    if (!/^#list-/u.test(location.hash)) readAddress();
  });

  toolbar.hidden = byId("actions").hidden = false;
  readAddress();
})();
`;
