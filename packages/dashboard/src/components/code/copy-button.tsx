import { useState } from "react";
import { Button } from "../button.tsx";

const SHOWN_MS = 2_000;

/** Copies a text and says so. */
export function CopyButton({ text, label = "Copy" }: { text: string; label?: string }) {
  const [words, setWords] = useState<string | null>(null);

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      setWords("Copied");
    } catch {
      // Browsers keep the clipboard from pages that came without https.
      setWords("Select it and copy by hand");
    }
    setTimeout(() => setWords(null), SHOWN_MS);
  }

  return (
    <Button icon={words === "Copied" ? "check" : "copy"} onClick={() => void copy()}>
      <span aria-live="polite">{words ?? label}</span>
    </Button>
  );
}
