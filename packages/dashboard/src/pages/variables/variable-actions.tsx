import { useQueryClient } from "@tanstack/react-query";
import type { Variable } from "@vedette/contract/variables/variables.ts";
import { useState } from "react";
import { keys } from "../../api/keys.ts";
import { useRole } from "../../app/role.ts";
import { useApi } from "../../app/session.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { Icon } from "../../components/icon.tsx";
import { Menu, MenuItem } from "../../components/menu/menu.tsx";
import { toast } from "../../components/toast.tsx";
import { t } from "../../language/t.ts";
import { VariableForm } from "./variable-form.tsx";

type Action = "edit" | "make-secret" | "delete";

/** The actions on a variable that the role allows. */
export function VariableActions({ variable }: { variable: Variable }) {
  const { id, name, type } = variable;
  const api = useApi();
  const queries = useQueryClient();
  const { reaches } = useRole();
  const [action, setAction] = useState<Action | null>(null);
  if (!reaches("member")) return null;
  if (type === "secret" && !reaches("admin")) return <span className="text-soft">{t("Admins only")}</span>;

  const close = () => setAction(null);
  const params = { path: { id } };
  async function finish(message: string): Promise<void> {
    await queries.invalidateQueries({ queryKey: keys.all("variables") });
    toast(message);
  }
  return (
    <>
      <Menu
        trigger={<Icon name="more" />}
        label={t("Actions for {name}", { name })}
        triggerClass="inline-grid size-9 place-items-center rounded-lg text-soft hover:bg-raised hover:text-ink"
      >
        <MenuItem onChoose={() => setAction("edit")}>{t("Edit")}</MenuItem>
        {type === "string" && reaches("admin") && (
          <MenuItem onChoose={() => setAction("make-secret")}>{t("Make secret")}</MenuItem>
        )}
        <MenuItem onChoose={() => setAction("delete")}>{t("Delete")}</MenuItem>
      </Menu>
      {action === "edit" && <VariableForm variable={variable} onClose={close} />}
      <ConfirmDialog
        isOpen={action === "make-secret"}
        title={t("Make {name} secret?", { name })}
        description={t(
          "The value will never be shown again and is masked in results. This cannot be undone.",
        )}
        action={{
          label: t("Make secret"),
          busy: t("Encrypting …"),
          async run() {
            await api.PUT("/api/v1/variables/{id}", { params, body: { type: "secret" } });
            await finish(t("{name} is now a secret.", { name }));
          },
        }}
        onClose={close}
      />
      <ConfirmDialog
        isOpen={action === "delete"}
        title={t("Delete {name}?", { name })}
        description={t(
          "The value is deleted permanently. A variable that is still in use cannot be deleted.",
        )}
        action={{
          label: t("Delete"),
          busy: t("Deleting …"),
          async run() {
            await api.DELETE("/api/v1/variables/{id}", { params });
            await finish(t("{name} deleted.", { name }));
          },
        }}
        onClose={close}
      />
    </>
  );
}
