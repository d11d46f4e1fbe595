import { rowLimits } from "./groups";

/**
 * The script of the page: search, filters, and the rows that the page does not show at first, in the form of groups.ts. It
 * runs in a browser, without libraries, and adds texts as text nodes only, so that none of them becomes markup.
 */
export const script = String.raw`"use strict";
(() => {
  const rowsOfGroup = ${rowLimits.group};
  const rowsOfPage = ${rowLimits.page};
  const rowsMore = 500;
  const waitForTyping = 80; // milliseconds

  const byId = (id) => document.getElementById(id);
  const format = (number) => number.toLocaleString("en-US");
  const plural = (count, one, many) => format(count) + " " + (count === 1 ? one : many);
  const sum = (numbers) => numbers.reduce((left, right) => left + right, 0);
  const toolbar = byId("toolbar");
  if (toolbar === null) return;

  const query = byId("query");
  const status = byId("status");
  const reset = byId("reset");
  const boxes = [...toolbar.querySelectorAll("input[type=checkbox]")];
  const cards = [...document.querySelectorAll("article.card")];
  const data = JSON.parse(byId("data").textContent);
  const groups = [...document.querySelectorAll("details.group")].map((details) => ({
    ...data[Number(details.dataset.group)],
    details,
    card: details.closest("article"),
    number: details.querySelector("summary .number"),
    table: details.querySelector("table"),
    rest: details.querySelector(".rest"),
    isOpen: details.open,
    matches: [],
    count: 0,
    shown: 0,
  }));
  const countRows = (lists) => sum(lists.map((rows) => rows.length));
  for (const group of groups) group.total = countRows(group.kinds.map(({ rows }) => rows));
  const total = sum(groups.map((group) => group.total));

  let words = [];
  let wordPattern;
  let isFiltered = false;

  // No ticked box of a filter means all of them.
  const readFilter = (name) => {
    const ticked = new Set(boxes.filter((box) => box.name === name && box.checked).map((box) => box.value));
    return (value) => ticked.size === 0 || ticked.has(value);
  };

  const readQuery = () => {
    words = query.value.toLowerCase().split(/\s+/u).filter((word) => word !== "");
    const patterns = words.map((word) => word.replaceAll(/[.*+?^{}()$|[\]\\]/gu, "\\$&"));
    wordPattern = new RegExp("(" + patterns.join("|") + ")", "iu");
  };

  const find = (kind) => {
    if (words.length === 0) return kind.rows;
    kind.texts ??= kind.rows.map((row) => (typeof row === "string" ? row : row.join("\n")).toLowerCase());
    return kind.rows.filter((_, index) => words.every((word) => kind.texts[index].includes(word)));
  };

  const make = (tag, properties, ...children) => {
    const element = Object.assign(document.createElement(tag), properties);
    element.append(...children);
    return element;
  };

  // Split by a pattern in brackets, every second part is a match.
  const makeCell = (text) => {
    const parts = words.length === 0 ? [text] : text.split(wordPattern);
    return make("td", {}, ...parts.map((part, index) => (index % 2 === 0 ? part : make("mark", {}, part))));
  };

  const makeRow = (row, hasNotes) => {
    const [entry, note = ""] = typeof row === "string" ? [row] : row;
    return make("tr", {}, ...(hasNotes ? [entry, note] : [entry]).map(makeCell));
  };

  const makeKindRow = (title, hasNotes) => {
    const span = hasNotes ? { scope: "rowgroup", colSpan: 2 } : { scope: "rowgroup" };
    return make("tr", { className: "kind" }, make("th", span, title));
  };

  const showMore = (group, most) => {
    let before = group.shown;
    let left = most;
    group.kinds.forEach(({ title }, index) => {
      const rows = group.matches[index];
      const next = rows.slice(before, before + left);
      if (next.length > 0) {
        const body = document.createElement("tbody");
        if (before === 0) body.append(makeKindRow(title, group.hasNotes));
        body.append(...next.map((row) => makeRow(row, group.hasNotes)));
        group.table.append(body);
      }
      before = Math.max(0, before - rows.length);
      left -= next.length;
      group.shown += next.length;
    });
    const rest = group.count - group.shown;
    group.rest.hidden = rest === 0;
    group.rest.querySelector("span").textContent = plural(rest, "more entry", "more entries") + " not shown.";
    const button = group.rest.querySelector("button");
    button.hidden = rest === 0;
    button.textContent = "Show " + format(Math.min(rest, rowsMore)) + " more";
  };

  const apply = () => {
    readQuery();
    isFiltered = words.length > 0 || boxes.some((box) => box.checked);
    const isChange = readFilter("change");
    const isKind = readFilter("kind");
    let left = rowsOfPage;
    for (const group of groups) {
      group.matches = group.kinds.map((kind) => (isChange(group.change) && isKind(kind.kind) ? find(kind) : []));
      group.count = countRows(group.matches);
      group.shown = 0;
      while (group.table.tBodies.length > 0) group.table.tBodies[0].remove();
      const rows = Math.min(group.count, rowsOfGroup);
      const isOpen = isFiltered ? rows > 0 && rows <= left : group.isOpen;
      if (isOpen) {
        showMore(group, rows);
        left -= rows;
      }
      group.details.hidden = group.count === 0;
      group.details.open = isOpen;
      group.number.textContent =
        group.count === group.total ? format(group.total) : format(group.count) + " of " + format(group.total);
    }
    const matching = new Set(groups.filter((group) => group.count > 0).map((group) => group.card));
    for (const card of cards) card.hidden = isFiltered && !matching.has(card);
    byId("no-match").hidden = matching.size > 0;
    reset.hidden = !isFiltered;
    const found = sum(groups.map((group) => group.count));
    const all = plural(total, "change", "changes");
    const lists = found === 0 ? "" : ", in " + plural(matching.size, "list", "lists");
    status.textContent = isFiltered ? format(found) + " of " + all + (found === 1 ? " matches" : " match") + lists : all;
  };

  let timer;
  query.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(apply, waitForTyping);
  });
  for (const box of boxes) box.addEventListener("change", apply);
  reset.addEventListener("click", () => {
    query.value = "";
    for (const box of boxes) box.checked = false;
    apply();
    query.focus();
  });

  let isPrinting = false;
  for (const group of groups) {
    const { details, rest } = group;
    details.addEventListener("toggle", () => {
      if (details.open && group.shown === 0) showMore(group, rowsOfGroup);
      if (!isFiltered && !isPrinting) group.isOpen = details.open;
    });
    rest.querySelector("button").addEventListener("click", () => {
      showMore(group, rowsMore);
      if (group.shown === group.count) details.querySelector("summary").focus({ preventScroll: true });
    });
  }

  // On paper nothing can be opened.
  addEventListener("beforeprint", () => {
    isPrinting = true;
    for (const group of groups) {
      group.wasOpen = group.details.open;
      if (group.shown === 0) showMore(group, rowsOfGroup);
      group.details.open = true;
    }
  });
  addEventListener("afterprint", () => {
    for (const group of groups) group.details.open = group.wasOpen;
    isPrinting = false;
  });

  toolbar.hidden = false;
  byId("without-script")?.remove();
  apply();
})();
`;
