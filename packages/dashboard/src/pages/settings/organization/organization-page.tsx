import { useQueryClient } from "@tanstack/react-query";
import { keys } from "../../../api/keys.ts";
import { useRole } from "../../../app/role.ts";
import { useSession } from "../../../app/session.tsx";
import { Notice } from "../../../components/notice.tsx";
import { PageHeader } from "../../../components/page-header.tsx";
import { Skeleton } from "../../../components/skeleton.tsx";
import { t } from "../../../language/t.ts";
import { DeleteOrganization } from "./delete-organization.tsx";
import { LeaveOrganization } from "./leave-organization.tsx";
import { NewOrganization } from "./new-organization.tsx";
import { OrganizationForm } from "./organization-form.tsx";
import { TransferOrganization } from "./transfer-organization.tsx";

/** The settings of the organization, and creating, transferring, leaving and deleting it. */
export function OrganizationPage() {
  const { organization, person } = useSession();
  const queries = useQueryClient();
  const { reaches } = useRole();
  // A person may have left or deleted their last organization.
  const hasNone = organization === null && queries.getQueryData(keys.list("organizations")) !== undefined;

  return (
    <>
      <PageHeader title={t("Organization")} />
      <div className="grid max-w-3xl gap-5">
        {organization === null && !hasNone && <Skeleton lines={4} />}
        {hasNone && (
          <Notice kind="hint">
            {t("You are not a member of any organization. Create one, or ask for an invitation.")}
          </Notice>
        )}
        {organization && <OrganizationForm key={organization.id} organization={organization} />}
        {person && <NewOrganization />}
        {person && organization && (
          <>
            {reaches("owner") && <TransferOrganization organization={organization} />}
            <LeaveOrganization organization={organization} />
            {reaches("owner") && <DeleteOrganization organization={organization} />}
            {!reaches("owner") && (
              <p className="text-soft">{t("Only owners can transfer or delete the organization.")}</p>
            )}
          </>
        )}
        {!person && (
          <p className="text-soft">
            {t(
              "You are signed in with an API key. To create, leave, transfer or delete an organization, sign in with your account.",
            )}
          </p>
        )}
      </div>
    </>
  );
}
