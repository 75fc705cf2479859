import { CodeBlock } from "../../components/code/code-block.tsx";
import { t } from "../../language/t.ts";

type MessagePartsProps = {
  headers: Readonly<Record<string, string>>;
  /** Null without a text. */
  body: string | null;
  /** Whether `body` is only the beginning. */
  isCut: boolean;
};

/** The headers and the body of a request or a response, as text. */
export function MessageParts({ headers, body, isCut }: MessagePartsProps) {
  return (
    <>
      <CodeBlock label={t("Headers")} text={headersText(headers)} />
      {body !== null && (
        <CodeBlock label={isCut ? t("Body (first 64 KiB)") : t("Body")} text={prettyText(body)} />
      )}
    </>
  );
}

function headersText(headers: Readonly<Record<string, string>>): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return lines.join("\n") || "none";
}

/** Formats JSON; returns any other text unchanged. */
export function prettyText(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    // Text that is not JSON is shown unchanged.
    return text;
  }
}
