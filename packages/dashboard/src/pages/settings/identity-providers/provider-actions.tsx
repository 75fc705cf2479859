import { useQueryClient } from "@tanstack/react-query";
import type { IdentityProvider } from "@vedette/contract/people/identity-providers.ts";
import { useState } from "react";
import { dataOf } from "../../../api/client.ts";
import { keys } from "../../../api/keys.ts";
import { useApi } from "../../../app/session.tsx";
import { Button } from "../../../components/button.tsx";
import { ConfirmButton } from "../../../components/confirm-button.tsx";
import { toast } from "../../../components/toast.tsx";
import { t } from "../../../language/t.ts";
import { ProviderDialog } from "./provider-form.tsx";
import { VerifyDomains } from "./verify-domains.tsx";

type Opened = "edit" | "set-up" | null;

export function ProviderActions({ provider }: { provider: IdentityProvider }) {
  const { id, name } = provider;
  const [opened, setOpened] = useState<Opened>(null);
  const api = useApi();
  const queries = useQueryClient();
  const close = () => setOpened(null);
  return (
    <span className="flex flex-wrap gap-2 sm:justify-end">
      <Button aria-label={t("Set up {name}", { name })} onClick={() => setOpened("set-up")}>
        {t("Set up")}
      </Button>
      <Button aria-label={t("Edit {name}", { name })} onClick={() => setOpened("edit")}>
        {t("Edit")}
      </Button>
      <ConfirmButton
        label={t("Delete")}
        longLabel={t("Delete {name}", { name })}
        title={t("Delete this identity provider?")}
        description={t(
          "No one signs in with {name} anymore, and the sessions that it started end. Members stay, and sign in another way.",
          { name },
        )}
        action={{
          label: t("Delete provider"),
          busy: t("Deleting …"),
          async run() {
            await dataOf(api.DELETE("/api/v1/identity-providers/{id}", { params: { path: { id } } }));
            await queries.invalidateQueries({ queryKey: keys.all("identity-providers") });
            toast(t("Identity provider deleted."));
          },
        }}
      />
      {opened === "edit" && <ProviderDialog provider={provider} onClose={close} />}
      {opened === "set-up" && <VerifyDomains provider={provider} onClose={close} />}
    </span>
  );
}
