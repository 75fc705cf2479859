import type { StatusPage } from "@vedette/contract/status-pages/status-pages.ts";
import { useState } from "react";
import { ForRole } from "../../../app/for-role.tsx";
import { Button } from "../../../components/button.tsx";
import { EmptyState } from "../../../components/empty-state.tsx";
import { LoadState } from "../../../components/load-state.tsx";
import { ComponentDialog } from "./component-dialog.tsx";
import { GroupDialog } from "./group-dialog.tsx";
import type { OpenDialog } from "./open-dialog.ts";
import { OrderedItems } from "./ordered-items.tsx";
import { RemoveDialog } from "./remove-dialog.tsx";
import { usePageComponents, usePageGroups } from "./use-page-content.ts";

export function ComponentsTab({ page: { id } }: { page: StatusPage }) {
  const components = usePageComponents(id);
  const groups = usePageGroups(id);
  const [open, setOpen] = useState<OpenDialog | null>(null);
  const isLoaded = components.data && groups.data;
  const isEmpty = components.data?.length === 0 && groups.data?.length === 0;
  const actions = (
    <ForRole>
      <Button variant="primary" icon="plus" onClick={() => setOpen({ component: null })}>
        Add component
      </Button>
      <Button icon="plus" onClick={() => setOpen({ group: null })}>
        Add group
      </Button>
    </ForRole>
  );
  return (
    <div className="grid gap-4">
      <LoadState data={isLoaded} error={components.error ?? groups.error} lines={5} />
      {isEmpty && (
        <EmptyState
          title="No components yet"
          description="A component is a part of your service in the words of your customers, such as “Checkout”. It follows one or more targets, a group or a tag."
          action={actions}
        />
      )}
      {isLoaded && !isEmpty && (
        <>
          <div className="flex flex-wrap gap-2">{actions}</div>
          <OrderedItems pageId={id} components={components.data} groups={groups.data} onOpen={setOpen} />
        </>
      )}
      {open && "component" in open && (
        <ComponentDialog
          pageId={id}
          component={open.component}
          groups={groups.data ?? []}
          nextPosition={nextPositionOf([...(components.data ?? []), ...(groups.data ?? [])])}
          onClose={() => setOpen(null)}
        />
      )}
      {open && "group" in open && (
        <GroupDialog
          pageId={id}
          group={open.group}
          nextPosition={nextPositionOf([...(components.data ?? []), ...(groups.data ?? [])])}
          onClose={() => setOpen(null)}
        />
      )}
      {open && "removed" in open && <RemoveDialog removed={open.removed} onClose={() => setOpen(null)} />}
    </div>
  );
}

/** The position behind everything on the page. */
function nextPositionOf(items: readonly { position: number }[]): number {
  return items.reduce((most, { position }) => Math.max(most, position + 1), 0);
}
