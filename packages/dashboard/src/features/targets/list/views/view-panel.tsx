import type { View } from "@vedette/contract/views/views.ts";
import { useState } from "react";
import { useRole } from "../../../../app/role.ts";
import { ConfirmDialog } from "../../../../components/confirm-dialog.tsx";
import { Icon } from "../../../../components/icon.tsx";
import { Menu, MenuItem, MenuSeparator } from "../../../../components/menu/menu.tsx";
import { toast, toastError } from "../../../../components/toast.tsx";
import { t } from "../../../../language/t.ts";
import { type ListSearch, withoutFilters } from "../list-search.ts";
import type { TargetListId } from "../target-lists.ts";
import type { ListLayout } from "../use-list-layout.ts";
import { SaveViewDialog } from "./save-view-dialog.tsx";
import { useLinkedView, useViews } from "./use-views.ts";
import { isModified, searchOfView, viewOfSearch } from "./view-search.ts";

type ViewPanelProps = {
  list: TargetListId;
  search: ListSearch;
  layout: ListLayout;
  onSearch(search: ListSearch): void;
};

const TRIGGER =
  "inline-flex min-h-9 max-w-60 items-center gap-2 rounded-lg border border-line bg-surface px-3.5 whitespace-nowrap hover:border-line-strong";

/** The button with the saved views of a list. */
export function ViewPanel({ list, search, layout, onSearch }: ViewPanelProps) {
  const { views, create, update, remove } = useViews(list);
  useLinkedView(views, { search, onSearch });
  const mayShare = useRole().reaches("member");
  const [asked, setAsked] = useState<"save" | "delete" | null>(null);
  const close = () => setAsked(null);
  const current = views?.find(({ id }) => id === search.view);
  const mayChange = current !== undefined && (mayShare || !current.shared);
  const settings = () => viewOfSearch(search, layout);

  async function saveChanges({ id, name }: View): Promise<void> {
    onSearch(searchOfView(await update(id, settings())));
    toast(t("{name} saved.", { name }));
  }

  return (
    <>
      <Menu
        triggerClass={TRIGGER}
        trigger={
          <>
            <span className="truncate">{current ? current.name : t("Views")}</span>
            {current && isModified(current, search) && <span className="text-soft">{t("(changed)")}</span>}
            <Icon name="down" className="-me-1 text-soft" />
          </>
        }
      >
        {views?.map((view) => (
          <MenuItem
            key={view.id}
            isChosen={view.id === current?.id}
            onChoose={() => onSearch(searchOfView(view))}
          >
            <span className="truncate">{view.name}</span>
            {view.shared && <span className="text-[0.8125rem] text-soft">{t("Shared")}</span>}
          </MenuItem>
        ))}
        {views?.length === 0 && <p className="px-2.5 py-1.5 text-soft">{t("No saved views yet.")}</p>}
        <MenuSeparator />
        {current && <MenuItem onChoose={() => onSearch(withoutFilters({}))}>{t("Close view")}</MenuItem>}
        {mayChange && isModified(current, search) && (
          <MenuItem onChoose={() => void saveChanges(current).catch(toastError)}>
            {t("Save changes")}
          </MenuItem>
        )}
        <MenuItem onChoose={() => setAsked("save")}>{t("Save as new view …")}</MenuItem>
        {mayChange && <MenuItem onChoose={() => setAsked("delete")}>{t("Delete view …")}</MenuItem>}
      </Menu>
      <SaveViewDialog
        isOpen={asked === "save"}
        mayShare={mayShare}
        onSave={async (named) => {
          onSearch(searchOfView(await create({ ...named, ...settings() })));
          toast(t("{name} saved.", { name: named.name }));
        }}
        onClose={close}
      />
      <ConfirmDialog
        isOpen={asked === "delete"}
        title={t("Delete the view {name}?", { name: current?.name ?? "" })}
        description={
          current?.shared
            ? t("Every member of the organization loses it. No target is deleted.")
            : t("Only the view is deleted, no target.")
        }
        action={{
          label: t("Delete"),
          busy: t("Deleting …"),
          async run() {
            if (current) await remove(current.id);
            onSearch({});
          },
        }}
        onClose={close}
      />
    </>
  );
}
