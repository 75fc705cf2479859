import { codeDocumentSchema } from "@vedette/contract/code/code-document.ts";
import { z } from "zod";
import { defineCommand } from "../../command-line/command.ts";
import { EXIT } from "../../exit-codes.ts";

export const printSchema = defineCommand({
  words: "code schema",
  summary: "Prints the JSON Schema of the document, for editors",
  async run(_input, context) {
    const schema = z.toJSONSchema(codeDocumentSchema, { io: "input" });
    context.print(JSON.stringify(schema, null, 2));
    return EXIT.ok;
  },
});
