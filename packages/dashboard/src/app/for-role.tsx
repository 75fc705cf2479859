import type { Role } from "@vedette/contract/people/scopes.ts";
import type { ReactNode } from "react";
import { Notice } from "../components/notice.tsx";
import { PageHeader } from "../components/page-header.tsx";
import { t } from "../language/t.ts";
import { useRole } from "./role.ts";

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
        Your role ({own.role}) can view this. The {role} role can change it.
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
        Your role is {own.role}, which can view everything. To add or change something you need the {role}{" "}
        role. Ask an admin of this organization.
      </Notice>
    </>
  );
}
