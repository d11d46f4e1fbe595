/**
 * The README of the package: that of the repository, whose links do not depend on files that the package does not contain.
 *
 * @param {string} readme  the README of the repository
 * @param {string | undefined} base  the address of the files of this version, such as
 *   "https://github.com/OWNER/NAME/blob/v1.2.3"; undefined if it is unknown, as in a local `npm pack`
 * @returns {string}  with the address, links to it; without, the text of each link with its path, and no pictures
 */
export function packageReadme(readme, base) {
  return readme
    .split(/^( *```[^]*?^ *```$)/m)
    .map((part) => (part.trimStart().startsWith("```") ? part : withLinks(part, base)))
    .join("");
}

/**
 * @param {string} text  Markdown without blocks of code
 * @param {string | undefined} base
 * @returns {string}
 */
function withLinks(text, base) {
  return text
    .replaceAll(/(!?)\[((?:[^[\]]|\[[^[\]]*\]\([^()]*\))*)\]\(([^()\s]+)\)/g, (whole, mark, label, target) => {
      if (!isRelative(target)) return whole;
      if (base !== undefined) return `${mark}[${withLinks(label, base)}](${absolute(target, base, mark === "!")})`;
      return mark === "!" ? "" : `${withLinks(label, base)} (${target})`.trim();
    })
    .replaceAll(/(<(?:img|source)\b[^>]*?\b(?:src|srcset)=")([^"\s]+)(")/g, (whole, before, target, after) =>
      base === undefined || !isRelative(target) ? whole : before + absolute(target, base, true) + after,
    );
}

/** @param {string} target */
function isRelative(target) {
  return !/^(?:[a-z]+:|#)/i.test(target);
}

/**
 * @param {string} path
 * @param {string} base
 * @param {boolean} isPicture  a page shows it, so it must be the file and not the page about it
 */
function absolute(path, base, isPicture) {
  return new URL(path, `${isPicture ? base.replace("/blob/", "/raw/") : base}/`).href;
}
