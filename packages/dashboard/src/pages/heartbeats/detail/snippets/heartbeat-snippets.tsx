import type { Heartbeat } from "@vedette/contract/heartbeats/heartbeats.ts";
import { useState } from "react";
import { CodeBlock } from "../../../../components/code/code-block.tsx";
import { Tabs } from "../../../../components/tabs.tsx";
import { Message } from "../../../../language/message.tsx";
import { t } from "../../../../language/t.ts";
import { SNIPPET_KINDS, SNIPPET_LABELS, type SnippetKind, snippetOf } from "./snippets.ts";

/** The ping URL, and examples that request it. Members that only read do not see the URL. */
export function HeartbeatSnippets({ heartbeat }: { heartbeat: Heartbeat }) {
  const [kind, setKind] = useState<SnippetKind>("shell");
  const { ping_url: url, slug, schedule } = heartbeat;
  if (url === null) return null;
  return (
    <section className="grid gap-3" aria-label={t("Ping URL")}>
      <h2>{t("Ping URL")}</h2>
      <p className="text-soft">
        <Message
          text="The job requests it when it has succeeded. Below it are {start}, {fail}, {log} and {code}. The body of the request is kept with the ping."
          values={{
            start: <code>/start</code>,
            fail: <code>/fail</code>,
            log: <code>/log</code>,
            code: <code>{t("/<exit code>")}</code>,
          }}
        />
      </p>
      <CodeBlock label={t("Ping URL")} text={url} />
      <Tabs<SnippetKind>
        label={t("Examples")}
        value={kind}
        onValue={setKind}
        tabs={SNIPPET_KINDS.map((value) => ({
          value,
          label: SNIPPET_LABELS[value],
          content: (
            <CodeBlock label={SNIPPET_LABELS[value]} text={snippetOf(value, { url, slug, schedule })} />
          ),
        }))}
      />
    </section>
  );
}
