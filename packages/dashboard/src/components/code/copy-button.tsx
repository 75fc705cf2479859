import { useState } from "react";
import { t } from "../../language/t.ts";
import { Button } from "../button.tsx";

const SHOWN_MS = 2_000;
const FEEDBACK = { copied: t("Copied"), failed: t("Select and copy manually") };

/** Copies a text and confirms it in its label. */
export function CopyButton({ text, label = t("Copy") }: { text: string; label?: string }) {
  const [outcome, setOutcome] = useState<"copied" | "failed" | null>(null);

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      setOutcome("copied");
    } catch {
      // Browsers deny clipboard access to pages without HTTPS.
      setOutcome("failed");
    }
    setTimeout(() => setOutcome(null), SHOWN_MS);
  }

  return (
    <Button icon={outcome === "copied" ? "check" : "copy"} onClick={() => void copy()}>
      <span aria-live="polite">{outcome === null ? label : FEEDBACK[outcome]}</span>
    </Button>
  );
}
