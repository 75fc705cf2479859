import type { Node, Program } from "acorn";
import type { AnyNode } from "./recorded-script-syntax.ts";

/** `x as T`, `x!`, `<T>x` and `f<T>`: only the value exists at run time. */
const WRAPPERS = new Set([
  "TSAsExpression",
  "TSSatisfiesExpression",
  "TSNonNullExpression",
  "TSTypeAssertion",
  "TSInstantiationExpression",
  "ParenthesizedExpression",
]);
/** Statements that exist only at compile time. */
const TYPES_ONLY = new Set(["TSInterfaceDeclaration", "TSTypeAliasDeclaration", "TSDeclareFunction"]);

/** Removes TypeScript syntax from the tree. Iterates instead of recursing because a tree may be deep. */
export function eraseTypes(program: Program): Program {
  const waiting: Record<string, unknown>[] = [program as unknown as Record<string, unknown>];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    for (const [key, value] of Object.entries(node)) {
      if (Array.isArray(value)) {
        const kept = value.filter((item) => !isTypeOnly(item)).map(withoutWrappers);
        node[key] = kept;
        waiting.push(...kept.filter(isNode));
      } else if (isNode(value)) {
        const bare = withoutWrappers(value);
        node[key] = bare;
        if (isNode(bare)) waiting.push(bare);
      }
    }
  }
  return program;
}

function withoutWrappers(value: unknown): unknown {
  let bare = value;
  while (isNode(bare) && WRAPPERS.has(String(bare.type))) bare = bare.expression;
  return bare;
}

/** Also `import type …`, `import { type X }` and `declare …`. */
function isTypeOnly(value: unknown): boolean {
  if (!isNode(value)) return false;
  return (
    TYPES_ONLY.has(String(value.type)) ||
    value.importKind === "type" ||
    value.exportKind === "type" ||
    value.declare === true
  );
}

function isNode(value: unknown): value is Record<string, unknown> & (Node | AnyNode) {
  return typeof value === "object" && value !== null && "type" in value && "start" in value;
}
