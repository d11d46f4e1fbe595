import ts from "typescript";

/**
 * A part of a file, between two positions of its text, and what a person writes in its place by mistake.
 *
 * @typedef {{ readonly start: number, readonly end: number, readonly text: string }} Defect
 */

/**
 * The defects that people make in a file: a condition the other way round, a bound beside the right one, and a forgotten
 * argument, element, member, spread or `await`. Many of them are errors of types.
 *
 * @param {string} source
 * @returns {readonly Defect[]}
 */
export function findDefects(source) {
  const file = ts.createSourceFile("source.ts", source, ts.ScriptTarget.Latest, true);
  /** @type {(node: ts.Node) => readonly Defect[]} */
  const defectsIn = (node) => {
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node)) return [];
    /** @type {Defect[]} */
    const inside = [];
    ts.forEachChild(node, (child) => void inside.push(...defectsIn(child)));
    return [...negated(node), ...replacedAt(node), ...inside];
  };
  return file.statements.flatMap(defectsIn);
}

/**
 * @param {ts.Node} node
 * @returns {readonly Defect[]}
 */
function negated(node) {
  const { parent } = node;
  const isCondition =
    ((ts.isIfStatement(parent) || ts.isWhileStatement(parent)) && parent.expression === node) ||
    (ts.isConditionalExpression(parent) && parent.condition === node) ||
    (ts.isBinaryExpression(parent) && isLogical(parent) && parent.operatorToken !== node);
  // A callback may return what nobody reads, unless it compares something.
  const isResult = ts.isReturnStatement(parent) || (ts.isArrowFunction(parent) && parent.body === node);
  const isComparison = ts.isPrefixUnaryExpression(node) || ts.isBinaryExpression(node);
  return isCondition || (isResult && isComparison) ? [replaced(node, `!(${node.getText()})`)] : [];
}

/** @param {ts.BinaryExpression} node */
function isLogical({ operatorToken: { kind } }) {
  return kind === ts.SyntaxKind.AmpersandAmpersandToken || kind === ts.SyntaxKind.BarBarToken;
}

/** @type {Readonly<Partial<Record<ts.SyntaxKind, string>>>} */
const otherBounds = {
  [ts.SyntaxKind.GreaterThanToken]: ">=",
  [ts.SyntaxKind.GreaterThanEqualsToken]: ">",
  [ts.SyntaxKind.LessThanToken]: "<=",
  [ts.SyntaxKind.LessThanEqualsToken]: "<",
};

/**
 * @param {ts.Node} node
 * @returns {readonly Defect[]}
 */
function replacedAt(node) {
  if (ts.isBinaryExpression(node)) {
    const other = otherBounds[node.operatorToken.kind];
    return other === undefined ? [] : [replaced(node.operatorToken, other)];
  }
  // Lint finds it if nothing is made of the result.
  if (ts.isAwaitExpression(node)) {
    return ts.isExpressionStatement(node.parent) ? [] : [replaced(node, node.expression.getText())];
  }
  // Only the last argument can have a default.
  if (ts.isCallExpression(node) || ts.isNewExpression(node)) return forgotten(node.arguments ?? []).slice(-1);
  if (ts.isArrayLiteralExpression(node)) return forgotten(node.elements);
  return ts.isObjectLiteralExpression(node) ? forgotten(node.properties) : [];
}

/**
 * @param {ts.Node} node
 * @param {string} text
 * @returns {Defect}
 */
function replaced(node, text) {
  return { start: node.getStart(), end: node.getEnd(), text };
}

/**
 * Each node of a list left out, with the comma after it, or before the last one.
 *
 * @param {readonly ts.Node[]} nodes
 * @returns {readonly Defect[]}
 */
function forgotten(nodes) {
  return nodes.map((node, index) => {
    const next = nodes[index + 1];
    if (next !== undefined) return { start: node.getStart(), end: next.getStart(), text: "" };
    return { start: nodes[index - 1]?.getEnd() ?? node.getStart(), end: node.getEnd(), text: "" };
  });
}
