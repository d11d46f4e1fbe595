import ts from "typescript";

/**
 * A part of a file, between two positions of its text, and what a person writes in its place by mistake.
 *
 * @typedef {{ readonly start: number, readonly end: number, readonly text: string }} Defect
 */

/**
 * The defects that people make in a file: a condition the other way round, `and` for `or`, a bound or a small number beside
 * the right one, a forgotten argument, element, member, spread, default, check, step, filter, `await` or `finally`, two
 * arguments in the wrong order, and another variable of the same type in the place of one. Many of them are errors of types.
 *
 * @param {ts.SourceFile} file
 * @param {ts.TypeChecker} checker
 * @returns {readonly Defect[]}
 */
export function findDefects(file, checker) {
  /** @type {(node: ts.Node) => readonly Defect[]} */
  const defectsIn = (node) => {
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node)) return [];
    /** @type {Defect[]} */
    const inside = [];
    ts.forEachChild(node, (child) => void inside.push(...defectsIn(child)));
    return [...negated(node), ...replacedAt(node), ...exchanged(node, checker), ...inside];
  };
  return file.statements.flatMap(defectsIn).filter(({ start, end, text }) => file.text.slice(start, end) !== text);
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
const otherOperators = {
  [ts.SyntaxKind.AmpersandAmpersandToken]: "||",
  [ts.SyntaxKind.BarBarToken]: "&&",
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
    const { kind } = node.operatorToken;
    if (kind === ts.SyntaxKind.QuestionQuestionToken) return [replaced(node, node.right.getText())];
    const other = otherOperators[kind];
    return other === undefined ? [] : [replaced(node.operatorToken, other)];
  }
  if (ts.isAwaitExpression(node)) {
    // Without `void`, lint finds it if nothing is made of the result.
    const start = ts.isExpressionStatement(node.parent) ? "void " : "";
    return [replaced(node, start + node.expression.getText())];
  }
  if (ts.isExpressionStatement(node) || (ts.isIfStatement(node) && !node.elseStatement)) return [replaced(node, "")];
  if (ts.isNumericLiteral(node) && Number(node.text) <= 2) return [replaced(node, `${Number(node.text) + 1}`)];
  if (ts.isTryStatement(node)) return node.finallyBlock ? [replaced(node.finallyBlock, "{}")] : [];
  // Only the last argument can have a default.
  if (ts.isCallExpression(node) || ts.isNewExpression(node)) return forgotten(node.arguments ?? []).slice(-1);
  if (ts.isArrayLiteralExpression(node)) return forgotten(node.elements);
  if (!ts.isObjectLiteralExpression(node)) return [];
  const [first] = node.properties;
  const isCopy = node.properties.length > 1 && first !== undefined && ts.isSpreadAssignment(first);
  return [...forgotten(node.properties), ...(isCopy ? [replaced(node, first.expression.getText())] : [])];
}

/**
 * A call without its method, such as `filter` or `finally`, if what it is called on has the type of the result; each
 * argument in the place of the next one; and each replaced by each other variable of its functions that has a type for it.
 *
 * @param {ts.Node} node
 * @param {ts.TypeChecker} checker
 * @returns {readonly Defect[]}
 */
function exchanged(node, checker) {
  if (!ts.isCallExpression(node) && !ts.isNewExpression(node)) return [];
  const { expression: callee, arguments: given = [] } = node;
  const typeOf = (/** @type {ts.Node} */ each) => checker.getTypeAtLocation(each);
  // A value of any type is exchanged by an unlikely mistake.
  const fits = (/** @type {ts.Type} */ type, /** @type {ts.Type | undefined} */ expected) =>
    expected !== undefined && !isAny(expected) && checker.isTypeAssignableTo(type, expected);
  const fitsAt = (/** @type {ts.Type} */ type, /** @type {ts.Expression} */ place) =>
    fits(type, checker.getContextualType(place));
  const isCallOf = ts.isPropertyAccessExpression(callee) && fits(typeOf(callee.expression), typeOf(node));
  const inScope = checker
    .getSymbolsInScope(node, ts.SymbolFlags.Variable)
    .filter(({ valueDeclaration: { parent = node, end = Infinity } = {} }) => !isOfModule(parent) && end < node.pos)
    .map((symbol) => ({ name: symbol.name, type: checker.getTypeOfSymbolAtLocation(symbol, node) }));
  return [
    ...(isCallOf ? [replaced(node, callee.expression.getText())] : []),
    ...given.flatMap((argument, index) => {
      const next = given[index + 1];
      const isEitherWay = next !== undefined && fitsAt(typeOf(argument), next) && fitsAt(typeOf(next), argument);
      const swapped = isEitherWay ? [replaced(argument, `${next.getText()}, ${argument.getText()}`, next)] : [];
      const others = inScope.filter(
        ({ name, type }) => name !== argument.getText() && fitsAt(type, argument) && fits(type, typeOf(argument)),
      );
      return [...swapped, ...others.map(({ name }) => replaced(argument, name))];
    }),
  ];
}

/** Whether a node that declares variables does so for all of a module. @param {ts.Node} node */
function isOfModule(node) {
  return (
    ts.isVariableDeclarationList(node) && ts.isVariableStatement(node.parent) && ts.isSourceFile(node.parent.parent)
  );
}

/** @param {ts.Type} type */
function isAny({ flags }) {
  return (flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) !== 0;
}

/**
 * @param {ts.Node} node
 * @param {string} text
 * @param {ts.Node} last  the last node that is replaced
 * @returns {Defect}
 */
function replaced(node, text, last = node) {
  return { start: node.getStart(), end: last.getEnd(), text };
}

/**
 * Each node of a list left out, with the comma after it.
 *
 * @param {readonly ts.Node[]} nodes
 * @returns {readonly Defect[]}
 */
function forgotten(nodes) {
  return nodes.map((node, index) => {
    return { start: node.getStart(), end: nodes[index + 1]?.getStart() ?? node.getEnd(), text: "" };
  });
}
