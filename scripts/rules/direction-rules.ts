import ts from "typescript";
import type { SourceFile } from "./source-file.ts";
import type { SourceViolation } from "./source-rules.ts";

const DASHBOARD = /^packages\/dashboard\/src\/.*(?<!\.test)\.tsx?$/;
/** A class of Tailwind that names a side of the screen, with its variants: `md:ml-2`, `-left-1`, `text-right`. */
const PHYSICAL =
  /(?:^|\s)(?:[\w\-[\]=().*&]+:)*-?((?:m|p|scroll-m|scroll-p)[lr]|left|right|(?:border|rounded)-[lr]|rounded-[tb][lr]|(?:text|float|clear)-(?:left|right)(?=\s|!|$))(?:-[\w.[\]()/%-]+)?!?(?=\s|$)/g;
const LOGICAL: Readonly<Record<string, string>> = {
  ml: "ms",
  mr: "me",
  pl: "ps",
  pr: "pe",
  left: "start",
  right: "end",
  "border-l": "border-s",
  "border-r": "border-e",
  "rounded-l": "rounded-s",
  "rounded-r": "rounded-e",
  "rounded-tl": "rounded-ss",
  "rounded-tr": "rounded-se",
  "rounded-bl": "rounded-es",
  "rounded-br": "rounded-ee",
  "text-left": "text-start",
  "text-right": "text-end",
};

/** Classes that name a side: pages in languages that are written from right to left need logical ones. */
export function directionViolations(file: SourceFile): SourceViolation[] {
  const { path, tree } = file;
  if (!DASHBOARD.test(path)) return [];
  const violations: SourceViolation[] = [];
  const visit = (node: ts.Node): void => {
    if (isText(node) && !isImport(node))
      for (const [, side = ""] of physicalClasses(node.text)) {
        const line = tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1;
        const remedy = `write ${LOGICAL[side] ?? "the logical class"} instead of ${side}.`;
        violations.push({ path, line, rule: "logical-classes", remedy });
      }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return violations;
}

/** Names alone, such as the icon `left`, are no classes: classes with a value have a hyphen. */
function physicalClasses(text: string): RegExpMatchArray[] {
  return [...text.matchAll(PHYSICAL)].filter(([match]) => /-/.test(match));
}

function isText(node: ts.Node): node is ts.StringLiteralLike | ts.TemplateLiteralLikeNode {
  return (
    ts.isStringLiteralLike(node) ||
    ts.isTemplateHead(node) ||
    ts.isTemplateMiddle(node) ||
    ts.isTemplateTail(node)
  );
}

function isImport(node: ts.Node): boolean {
  return ts.isImportDeclaration(node.parent) || ts.isExportDeclaration(node.parent);
}
