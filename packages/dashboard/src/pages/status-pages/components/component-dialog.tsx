import type { PageComponent, PageGroup } from "@vedette/contract/status-pages/page-components.ts";
import { type Versioned, versionedOf } from "../../../api/client.ts";
import { useApi } from "../../../app/session.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { LoadState } from "../../../components/load-state.tsx";
import { useEdit } from "../../../features/edits/use-edit.tsx";
import { useLoaded } from "../../../features/edits/use-loaded.ts";
import { t } from "../../../language/t.ts";
import { bodyOfComponent, draftOfComponent } from "./component-draft.ts";
import { ComponentForm } from "./component-form.tsx";

type ComponentDialogProps = {
  pageId: string;
  /** Null for a new component. */
  component: PageComponent | null;
  groups: readonly PageGroup[];
  nextPosition: number;
  onClose(): void;
};

export function ComponentDialog(props: ComponentDialogProps) {
  const { component, onClose } = props;
  return (
    <Dialog
      isOpen
      isWide
      onClose={onClose}
      title={component ? t("Edit {name}", { name: component.name }) : t("Add component")}
    >
      {component ? <EditComponent {...props} component={component} /> : <AddComponent {...props} />}
    </Dialog>
  );
}

function AddComponent({ pageId, groups, nextPosition, onClose }: ComponentDialogProps) {
  const api = useApi();
  return (
    <ComponentForm
      component={null}
      groups={groups}
      onClose={onClose}
      onSave={(body) =>
        api.POST("/api/v1/status-pages/{id}/components", {
          params: { path: { id: pageId } },
          body: { ...body, position: nextPosition },
        })
      }
    />
  );
}

type EditProps = Pick<ComponentDialogProps, "groups" | "onClose">;

function EditComponent({
  pageId,
  component,
  ...props
}: EditProps & { pageId: string; component: PageComponent }) {
  const api = useApi();
  const params = { path: { id: pageId, component_id: component.id } };
  const { loaded, error } = useLoaded("status-pages", component.id, (signal) =>
    versionedOf(api.GET("/api/v1/status-pages/{id}/components/{component_id}", { params, signal })),
  );
  return (
    <>
      <LoadState data={loaded} error={error} />
      {loaded && <Edit loaded={loaded} params={params} {...props} />}
    </>
  );
}

function Edit({
  loaded,
  params,
  ...props
}: EditProps & {
  loaded: Versioned<PageComponent>;
  params: { path: { id: string; component_id: string } };
}) {
  const api = useApi();
  const { save, dialog } = useEdit({
    loaded,
    bodyOf: (component: PageComponent) => bodyOfComponent(draftOfComponent(component)),
    read: () => versionedOf(api.GET("/api/v1/status-pages/{id}/components/{component_id}", { params })),
    write: (body, { etag }) =>
      versionedOf(
        api.PUT("/api/v1/status-pages/{id}/components/{component_id}", { params, body, ifMatch: etag }),
      ),
  });
  return (
    <>
      <ComponentForm
        {...props}
        component={loaded.data}
        onSave={async (body) => (await save(body)) !== null}
      />
      {dialog}
    </>
  );
}
