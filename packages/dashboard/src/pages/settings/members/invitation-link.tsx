import type { NewInvitation } from "@vedette/contract/people/members.ts";
import { CodeBlock } from "../../../components/code/code-block.tsx";
import { Notice } from "../../../components/notice.tsx";
import { t } from "../../../language/t.ts";

/** Shows the link of a new invitation. The link is shown only once. */
export function InvitationLink({ invitation }: { invitation: NewInvitation }) {
  const { email, mailed, invite_url } = invitation;
  return (
    <div className="grid gap-3">
      <Notice kind="done">
        {mailed
          ? t("Invitation sent to {email}.", { email })
          : t("{email} invited. This server cannot send email: share the link yourself.", { email })}
      </Notice>
      <CodeBlock label={t("Invitation link (shown once)")} text={invite_url} />
    </div>
  );
}
