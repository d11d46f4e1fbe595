/**
 * A page with absolute links, for readers who do not have the files of the repository.
 *
 * @param {string} page  in Markdown
 * @param {string | undefined} base  the address of the page's folder in this version, such as
 *   "https://github.com/OWNER/NAME/blob/v1.2.3"; undefined if it is unknown, as in a local `npm pack`: links then stay
 * @returns {string}
 */
export function packageReadme(page, base) {
  if (base === undefined) return page;
  const parts = page.split(/^( *```[^]*?^ *```$)/m);
  return parts.map((part) => (part.trimStart().startsWith("```") ? part : withLinks(part, base))).join("");
}

/**
 * @param {string} text  Markdown without blocks of code
 * @param {string} base
 */
function withLinks(text, base) {
  return text.replaceAll(/\]\((?![a-z]+:|#)([^()\s]+)/gi, (_, path) => {
    // A page shows a picture, so the link must be to the file and not to the page about it.
    const folder = /\.(?:png|svg)$/.test(path) ? base.replace("/blob/", "/raw/") : base;
    return `](${new URL(path, `${folder}/`).href}`;
  });
}
