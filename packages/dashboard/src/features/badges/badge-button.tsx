import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { BadgeEditor, type BadgeSubject } from "./badge-editor.tsx";

/** Opens the badges of a target. */
export function BadgeButton({ subject }: { subject: BadgeSubject }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Badge</Button>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title={`Badge of ${subject.name}`}>
        <BadgeEditor subject={subject} />
      </Dialog>
    </>
  );
}
