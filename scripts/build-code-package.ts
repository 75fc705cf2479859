// Builds packages/code/dist: JavaScript and self-contained types. `npm run pack-code` runs it and packs them.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import openapiTS, { astToString } from "openapi-typescript";
import ts from "typescript";
import { documentJsonSchema } from "../packages/contract/src/code/code-document.ts";

const PACKAGE = join(import.meta.dirname, "..", "packages", "code");
/** Replaced by types of the schema, because the contract is not in the package. */
const TYPES_FILE = "document-types.ts";

/** Compiles the package into `target`. */
export async function buildCodePackage(target: string): Promise<void> {
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  const source = join(PACKAGE, "src");
  for (const file of readdirSync(source).filter((name) => /^[^.]+\.ts$/.test(name) && name !== TYPES_FILE)) {
    const text = readFileSync(join(source, file), "utf8");
    const name = file.replace(/\.ts$/, "");
    writeFileSync(join(target, `${name}.js`), withJsImports(compile(text)));
    writeFileSync(join(target, `${name}.d.ts`), withJsImports(declarationsOf(text, file)));
  }
  writeFileSync(join(target, TYPES_FILE.replace(".ts", ".d.ts")), await documentTypes());
}

const COMPILER_OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.ESNext,
  declaration: true,
  isolatedDeclarations: true,
  verbatimModuleSyntax: true,
};

function compile(text: string): string {
  return ts.transpileModule(text, { compilerOptions: COMPILER_OPTIONS }).outputText;
}

function declarationsOf(text: string, fileName: string): string {
  const { outputText, diagnostics = [] } = ts.transpileDeclaration(text, {
    fileName,
    compilerOptions: COMPILER_OPTIONS,
    reportDiagnostics: true,
  });
  const [first] = diagnostics;
  if (first) throw new Error(`${fileName}: ${ts.flattenDiagnosticMessageText(first.messageText, "\n")}`);
  return outputText;
}

function withJsImports(text: string): string {
  return text.replaceAll(/(from "\.\/[^"]+)\.ts"/g, '$1.js"');
}

/** The types of the JSON Schema of the document. */
async function documentTypes(): Promise<string> {
  const text = JSON.stringify(documentJsonSchema().$defs ?? {}).replaceAll(
    "#/$defs/",
    "#/components/schemas/",
  );
  const ast = await openapiTS(
    {
      openapi: "3.1.0",
      info: { title: "Monitoring as code", version: "1" },
      paths: {},
      components: { schemas: JSON.parse(text) },
    },
    { defaultNonNullable: false, rootTypes: true, rootTypesNoSchemaPrefix: true },
  );
  return astToString(ast);
}

if (import.meta.main) {
  await buildCodePackage(join(PACKAGE, "dist"));
  process.stdout.write("Built packages/code/dist.\n");
}
