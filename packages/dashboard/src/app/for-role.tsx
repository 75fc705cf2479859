import type { Role } from "@vedette/contract/people/scopes.ts";
import type { ReactNode } from "react";
import { Notice } from "../components/notice.tsx";
import { PageHeader } from "../components/page-header.tsx";
import { useRole } from "./role.ts";

type ForRoleProps = { role?: Role; children: ReactNode };

/** What only members and above, or a stronger role, may do: for others it is not there. */
export function ForRole({ role = "member", children }: ForRoleProps) {
  return useRole().reaches(role) ? children : null;
}

/** A form that a weaker role may read: it is shown, with the reason why it cannot be changed. */
export function ReadOnlyBelow({ role = "member", children }: ForRoleProps) {
  const own = useRole();
  if (own.role === null || own.reaches(role)) return children;
  return (
    <div className="grid gap-4">
      <Notice kind="hint">
        Your role, {own.role}, reads this. A {role} may change it.
      </Notice>
      <fieldset disabled className="contents">
        <legend className="sr-only">For reading only</legend>
        {children}
      </fieldset>
    </div>
  );
}

/** Instead of a page on which nothing could be done, such as a form for something new. */
export function PageForRole({ role, children }: { role: Role; children: ReactNode }) {
  const own = useRole();
  if (own.role === null || own.reaches(role)) return children;
  return (
    <>
      <PageHeader title="Not for your role" />
      <Notice kind="hint">
        Your role here is {own.role}: you see everything that is watched. To add or change it you need the
        role {role}; an admin of this organization can give it to you.
      </Notice>
    </>
  );
}
