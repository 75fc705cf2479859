import { useState } from "react";
import { t } from "../../language/t.ts";
import { buttonClass } from "../button.tsx";
import { Dialog } from "../dialog.tsx";
import { Icon } from "../icon.tsx";
import { Menu, MenuItem } from "../menu/menu.tsx";
import { toast } from "../toast.tsx";
import { CodeBlock } from "./code-block.tsx";

export type CopyAs = { label: string; text(): string };

/** Copies generated texts to the clipboard, or shows them if the browser denies access to the clipboard. */
export function CopyAsMenu({ formats }: { formats: readonly CopyAs[] }) {
  const [shown, setShown] = useState<{ label: string; text: string } | null>(null);

  async function copy({ label, text: createText }: CopyAs): Promise<void> {
    const text = createText();
    try {
      await navigator.clipboard.writeText(text);
      toast(t("Copied."));
    } catch {
      // Browsers deny clipboard access to pages without HTTPS.
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
            {t("Copy as")}
          </>
        }
      >
        {formats.map((format) => (
          <MenuItem key={format.label} onChoose={() => void copy(format)}>
            {format.label}
          </MenuItem>
        ))}
      </Menu>
      <Dialog isOpen={shown !== null} onClose={() => setShown(null)} title={shown?.label ?? t("Copy")} isWide>
        {shown && <CodeBlock label={t("Select and copy manually")} text={shown.text} />}
      </Dialog>
    </>
  );
}
