import type { Role } from "@vedette/contract/people/scopes.ts";
import type { ReactNode } from "react";
import { Notice } from "../components/notice.tsx";
import { PageHeader } from "../components/page-header.tsx";
import { t, tContext } from "../language/t.ts";
import { useRole } from "./role.ts";

/** Within sentences. */
export const ROLE_NAMES: Record<Role, string> = {
  viewer: tContext("role", "viewer"),
  member: tContext("role", "member"),
  admin: tContext("role", "admin"),
  owner: tContext("role", "owner"),
};

type ForRoleProps = { role?: Role; children: ReactNode };

/** Renders its children only for the given role and above. */
export function ForRole({ role = "member", children }: ForRoleProps) {
  return useRole().reaches(role) ? children : null;
}

/** Shows a form as read-only below the given role, with the reason. */
export function ReadOnlyBelow({ role = "member", children }: ForRoleProps) {
  const own = useRole();
  if (own.role === null || own.reaches(role)) return children;
  return (
    <div className="grid gap-4">
      <Notice kind="hint">
        {t("Your role ({own}) can view this. The {needed} role can change it.", {
          own: ROLE_NAMES[own.role],
          needed: ROLE_NAMES[role],
        })}
      </Notice>
      <fieldset disabled className="contents">
        <legend className="sr-only">{t("Read-only")}</legend>
        {children}
      </fieldset>
    </div>
  );
}

/** Replaces a page that the role cannot use, such as a form that creates something. */
export function PageForRole({ role, children }: { role: Role; children: ReactNode }) {
  const own = useRole();
  if (own.role === null || own.reaches(role)) return children;
  return (
    <>
      <PageHeader title={t("Not available for your role")} />
      <Notice kind="hint">
        {t(
          "Your role is {own}, which can view everything. To add or change something you need the {needed} role. Ask an admin of this organization.",
          { own: ROLE_NAMES[own.role], needed: ROLE_NAMES[role] },
        )}
      </Notice>
    </>
  );
}
