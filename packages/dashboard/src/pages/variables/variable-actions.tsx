import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Schema } from "../../api/client.ts";
import { useRole } from "../../app/role.ts";
import { useApi } from "../../app/session.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { Icon } from "../../components/icon.tsx";
import { Menu, MenuItem } from "../../components/menu.tsx";
import { toast } from "../../components/toast.tsx";
import { VariableForm } from "./variable-form.tsx";

type Asked = "change" | "make-secret" | "delete";

/** What may be done with one variable, by who looks at it. */
export function VariableActions({ variable }: { variable: Schema<"Variable"> }) {
  const { id, name, type } = variable;
  const api = useApi();
  const queries = useQueryClient();
  const { reaches } = useRole();
  const [asked, setAsked] = useState<Asked | null>(null);
  if (!reaches("member")) return null;
  if (type === "secret" && !reaches("admin")) return <span className="text-soft">for admins</span>;

  const close = () => setAsked(null);
  const params = { path: { id } };
  async function done(words: string): Promise<void> {
    await queries.invalidateQueries({ queryKey: ["variables"] });
    toast(words);
  }
  return (
    <>
      <Menu
        trigger={<Icon name="more" />}
        label={`Actions for ${name}`}
        triggerClass="inline-grid size-9 place-items-center rounded-lg text-soft hover:bg-raised hover:text-ink"
      >
        <MenuItem onChoose={() => setAsked("change")}>Change</MenuItem>
        {type === "string" && reaches("admin") && (
          <MenuItem onChoose={() => setAsked("make-secret")}>Make secret</MenuItem>
        )}
        <MenuItem onChoose={() => setAsked("delete")}>Delete</MenuItem>
      </Menu>
      {asked === "change" && <VariableForm variable={variable} onClose={close} />}
      <ConfirmDialog
        isOpen={asked === "make-secret"}
        title={`Make ${name} secret?`}
        words="Its value is not shown to anybody from then on, and is masked in results. This cannot be undone."
        action={{
          label: "Make secret",
          busy: "Sealing …",
          async run() {
            await api.PUT("/api/v1/variables/{id}", { params, body: { type: "secret" } });
            await done(`${name} is a secret now.`);
          },
        }}
        onClose={close}
      />
      <ConfirmDialog
        isOpen={asked === "delete"}
        title={`Delete ${name}?`}
        words="Its value is gone for good. While something still names it, it stays, and you are told what does."
        action={{
          label: "Delete",
          busy: "Deleting …",
          async run() {
            await api.DELETE("/api/v1/variables/{id}", { params });
            await done(`${name} is deleted.`);
          },
        }}
        onClose={close}
      />
    </>
  );
}
