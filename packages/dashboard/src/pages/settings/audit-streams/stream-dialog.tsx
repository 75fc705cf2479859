import type { AuditStream } from "@vedette/contract/people/audit-streams.ts";
import { useState } from "react";
import { Button } from "../../../components/button.tsx";
import { CodeBlock } from "../../../components/code/code-block.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { Notice } from "../../../components/notice.tsx";
import { toast } from "../../../components/toast.tsx";
import { t } from "../../../language/t.ts";
import { StreamForm } from "./stream-form.tsx";

/** Adds a stream or edits the given one. Only its button closes the dialog while it shows a secret. */
export function StreamDialog({ stream, onClose }: { stream: AuditStream | null; onClose(): void }) {
  const [secret, setSecret] = useState<string | null>(null);
  const onSaved = (saved: AuditStream) => {
    if (saved.signing_secret !== null) {
      setSecret(saved.signing_secret);
      return;
    }
    toast(stream ? t("Stream saved.") : t("Stream added. It sends within a minute."));
    onClose();
  };
  if (secret !== null) return <SecretDialog title={t("Stream added")} secret={secret} onClose={onClose} />;
  return (
    <Dialog isOpen onClose={onClose} title={stream ? t("Edit stream") : t("Add stream")}>
      <StreamForm stream={stream} onSaved={onSaved} onClose={onClose} />
    </Dialog>
  );
}

type SecretDialogProps = { title: string; secret: string; onClose(): void };

/** Shows a signing secret once. */
export function SecretDialog({ title, secret, onClose }: SecretDialogProps) {
  return (
    <Dialog isOpen onClose={null} title={title}>
      <Notice kind="warning">{t("Copy this secret now. It cannot be shown again.")}</Notice>
      <CodeBlock label={t("Signing secret")} text={secret} />
      <p className="text-soft">{t("The receiver verifies the header webhook-signature with it.")}</p>
      <div className="flex justify-end">
        <Button variant="primary" onClick={onClose}>
          {t("I have copied it")}
        </Button>
      </div>
    </Dialog>
  );
}
