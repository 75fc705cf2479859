import type { StatusPage } from "@vedette/contract/status-pages/status-pages.ts";
import { useState } from "react";
import { ForRole } from "../../../app/for-role.tsx";
import { Button } from "../../../components/button.tsx";
import { EmptyState } from "../../../components/empty-state.tsx";
import { LoadState } from "../../../components/load-state.tsx";
import { t } from "../../../language/t.ts";
import { ComponentDialog } from "./component-dialog.tsx";
import { GroupDialog } from "./group-dialog.tsx";
import type { OpenDialog } from "./open-dialog.ts";
import { OrderedItems } from "./ordered-items.tsx";
import { RemoveDialog } from "./remove-dialog.tsx";
import { type PageContent, usePageContent } from "./use-page-content.ts";

export function ComponentsTab({ page: { id } }: { page: StatusPage }) {
  const { data: content, error } = usePageContent(id);
  const [open, setOpen] = useState<OpenDialog | null>(null);
  const isEmpty = content?.components.length === 0 && content.groups.length === 0;
  const actions = (
    <ForRole>
      <Button variant="primary" icon="plus" onClick={() => setOpen({ component: null })}>
        {t("Add component")}
      </Button>
      <Button icon="plus" onClick={() => setOpen({ group: null })}>
        {t("Add group")}
      </Button>
    </ForRole>
  );
  return (
    <div className="grid gap-4">
      <LoadState data={content} error={error} lines={5} />
      {isEmpty && (
        <EmptyState
          title={t("No components yet")}
          description={t(
            "A component is a part of your service in the words of your customers, such as “Checkout”. It follows one or more targets, a group or a tag.",
          )}
          action={actions}
        />
      )}
      {content && !isEmpty && (
        <>
          <div className="flex flex-wrap gap-2">{actions}</div>
          <OrderedItems pageId={id} content={content} onOpen={setOpen} />
        </>
      )}
      {open && "component" in open && (
        <ComponentDialog
          pageId={id}
          component={open.component}
          groups={content?.groups ?? []}
          nextPosition={nextPositionOf(content)}
          onClose={() => setOpen(null)}
        />
      )}
      {open && "group" in open && (
        <GroupDialog
          pageId={id}
          group={open.group}
          nextPosition={nextPositionOf(content)}
          onClose={() => setOpen(null)}
        />
      )}
      {open && "removed" in open && <RemoveDialog removed={open.removed} onClose={() => setOpen(null)} />}
    </div>
  );
}

/** The position behind everything on the page. */
function nextPositionOf(content: PageContent | undefined): number {
  const items = content ? [...content.components, ...content.groups] : [];
  return items.reduce((most, { position }) => Math.max(most, position + 1), 0);
}
