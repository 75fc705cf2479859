import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { t } from "../../language/t.ts";
import { BadgeEditor, type BadgeSubject } from "./badge-editor.tsx";

/** Opens the badges of a target. */
export function BadgeButton({ subject }: { subject: BadgeSubject }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t("Badge")}</Button>
      <Dialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={t("Badge of {name}", { name: subject.name })}
      >
        <BadgeEditor subject={subject} />
      </Dialog>
    </>
  );
}
