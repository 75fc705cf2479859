import { documentJsonSchema } from "@vedette/contract/code/code-document.ts";
import { defineCommand } from "../../command-line/command.ts";
import { EXIT } from "../../exit-codes.ts";

export const printSchema = defineCommand({
  words: "code schema",
  summary: "Prints the JSON Schema of the document, for editors",
  async run(_input, context) {
    context.print(JSON.stringify(documentJsonSchema(), null, 2));
    return EXIT.ok;
  },
});
