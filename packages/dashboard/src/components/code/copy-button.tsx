import { useState } from "react";
import { t } from "../../language/t.ts";
import { Button } from "../button.tsx";

const SHOWN_MS = 2_000;

/** Copies a text and confirms it in its label. */
export function CopyButton({ text, label = t("Copy") }: { text: string; label?: string }) {
  const [feedback, setFeedback] = useState<string | null>(null);

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      setFeedback(t("Copied"));
    } catch {
      // Browsers deny clipboard access to pages without HTTPS.
      setFeedback(t("Select and copy manually"));
    }
    setTimeout(() => setFeedback(null), SHOWN_MS);
  }

  return (
    <Button icon={feedback === "Copied" ? "check" : "copy"} onClick={() => void copy()}>
      <span aria-live="polite">{feedback ?? label}</span>
    </Button>
  );
}
