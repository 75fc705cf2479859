import { useQueryClient } from "@tanstack/react-query";
import type { IdentityProvider } from "@vedette/contract/people/identity-providers.ts";
import { useState } from "react";
import { dataOf } from "../../../api/client.ts";
import { keys } from "../../../api/keys.ts";
import { useApi } from "../../../app/session.tsx";
import { Button } from "../../../components/button.tsx";
import { ConfirmButton } from "../../../components/confirm-button.tsx";
import { toast } from "../../../components/toast.tsx";
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
      <Button aria-label={`Set up ${name}`} onClick={() => setOpened("set-up")}>
        Set up
      </Button>
      <Button aria-label={`Edit ${name}`} onClick={() => setOpened("edit")}>
        Edit
      </Button>
      <ConfirmButton
        label="Delete"
        longLabel={`Delete ${name}`}
        title="Delete this identity provider?"
        description={`No one signs in with ${name} anymore, and the sessions that it started end. Members stay, and sign in another way.`}
        action={{
          label: "Delete provider",
          busy: "Deleting …",
          async run() {
            await dataOf(api.DELETE("/api/v1/identity-providers/{id}", { params: { path: { id } } }));
            await queries.invalidateQueries({ queryKey: keys.all("identity-providers") });
            toast("Identity provider deleted.");
          },
        }}
      />
      {opened === "edit" && <ProviderDialog provider={provider} onClose={close} />}
      {opened === "set-up" && <VerifyDomains provider={provider} onClose={close} />}
    </span>
  );
}
