import { useQueryClient } from "@tanstack/react-query";
import { useRole } from "../../../app/role.ts";
import { useSession } from "../../../app/session.tsx";
import { Notice } from "../../../components/notice.tsx";
import { PageHeader } from "../../../components/page-header.tsx";
import { Skeleton } from "../../../components/skeleton.tsx";
import { DeleteOrganization } from "./delete-organization.tsx";
import { LeaveOrganization } from "./leave-organization.tsx";
import { NewOrganization } from "./new-organization.tsx";
import { OrganizationForm } from "./organization-form.tsx";
import { TransferOrganization } from "./transfer-organization.tsx";

/** What the organization is called and keeps, and the ways in and out of it. */
export function OrganizationPage() {
  const { organization, person } = useSession();
  const queries = useQueryClient();
  const { reaches } = useRole();
  // Somebody may have left or deleted his last one.
  const hasNone = organization === null && queries.getQueryData(["organizations", "list"]) !== undefined;

  return (
    <>
      <PageHeader title="Organization" />
      <div className="grid max-w-3xl gap-5">
        {organization === null && !hasNone && <Skeleton lines={4} />}
        {hasNone && <Notice kind="hint">You belong to no organization. Create one, or be invited.</Notice>}
        {organization && <OrganizationForm key={organization.id} organization={organization} />}
        {person && <NewOrganization />}
        {person && organization && (
          <>
            {reaches("owner") && <TransferOrganization organization={organization} />}
            <LeaveOrganization organization={organization} />
            {reaches("owner") && <DeleteOrganization organization={organization} />}
            {!reaches("owner") && (
              <p className="text-soft">
                Owners can also give the organization to somebody else, or delete it.
              </p>
            )}
          </>
        )}
        {!person && (
          <p className="text-soft">
            You use an API key. To create, leave, transfer or delete an organization, sign in as a person.
          </p>
        )}
      </div>
    </>
  );
}
