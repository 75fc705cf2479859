import type { Schema } from "../../../api/client.ts";
import { CodeBlock } from "../../../components/code/code-block.tsx";
import { Notice } from "../../../components/notice.tsx";

/** Of an invitation that was just made: its link is shown this once. */
export function InvitationLink({ invitation }: { invitation: Schema<"NewInvitation"> }) {
  const { email, mailed, invite_url } = invitation;
  return (
    <div className="grid gap-3">
      <Notice kind="done">
        {mailed
          ? `${email} is invited, and a mail with the link is on its way.`
          : `${email} is invited. This server sent no mail: pass the link on yourself.`}
      </Notice>
      <CodeBlock label="Link, shown this once" text={invite_url} />
    </div>
  );
}
