import { useState } from "react";
import { buttonClass } from "../button.tsx";
import { Dialog } from "../dialog.tsx";
import { Icon } from "../icon.tsx";
import { Menu, MenuItem } from "../menu.tsx";
import { toast } from "../toast.tsx";
import { CodeBlock } from "./code-block.tsx";

export type CopyAs = { label: string; text(): string };

/** Texts for the clipboard, made when they are asked for; shown where the browser keeps the clipboard from the page. */
export function CopyAsMenu({ ways }: { ways: readonly CopyAs[] }) {
  const [shown, setShown] = useState<{ label: string; text: string } | null>(null);

  async function copy({ label, text: make }: CopyAs): Promise<void> {
    const text = make();
    try {
      await navigator.clipboard.writeText(text);
      toast("Copied.");
    } catch {
      // Browsers keep the clipboard from pages that came without https.
      setShown({ label, text });
    }
  }

  return (
    <>
      <Menu
        triggerClass={buttonClass()}
        trigger={
          <>
            <Icon name="copy" />
            Copy as
          </>
        }
      >
        {ways.map((way) => (
          <MenuItem key={way.label} onChoose={() => void copy(way)}>
            {way.label}
          </MenuItem>
        ))}
      </Menu>
      <Dialog isOpen={shown !== null} onClose={() => setShown(null)} title={shown?.label ?? "Copy"} isWide>
        {shown && <CodeBlock label="Select it and copy by hand" text={shown.text} />}
      </Dialog>
    </>
  );
}
