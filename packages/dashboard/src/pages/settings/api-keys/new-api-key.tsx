import { useQueryClient } from "@tanstack/react-query";
import type { NewApiKey as NewKey } from "@vedette/contract/people/api-keys.ts";
import { SCOPES, type Scope } from "@vedette/contract/people/scopes.ts";
import type { Selector } from "@vedette/contract/targets/selectors.ts";
import { useState } from "react";
import { fieldErrorOf, fieldErrorWithin } from "../../../api/api-error.ts";
import { dataOf } from "../../../api/client.ts";
import { keys } from "../../../api/keys.ts";
import { useApi } from "../../../app/session.tsx";
import { Button } from "../../../components/button.tsx";
import { CodeBlock } from "../../../components/code/code-block.tsx";
import { RunnerCommand } from "../../../components/code/runner-command.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { Field, SelectField } from "../../../components/forms/field.tsx";
import { SubmitForm } from "../../../components/forms/submit-form.tsx";
import { useSubmission } from "../../../components/forms/use-submission.ts";
import { Notice } from "../../../components/notice.tsx";
import { t } from "../../../language/t.ts";
import { entriesOf, ProjectsField } from "../projects-field.tsx";
import { ScopeField } from "../scope-field.tsx";
import { EXPIRIES, EXPIRY_LABELS, type Expiry, expiryAt } from "./key-expiry.ts";
import { isKeyWithoutTargets, KeyTargetsField } from "./key-targets-field.tsx";

/** Creates a key and shows it once. Only the buttons close the dialog: a click outside would lose the key. */
export function NewApiKey({ onClose }: { onClose(): void }) {
  const [created, setCreated] = useState<NewKey | null>(null);
  return (
    <Dialog isOpen onClose={null} title={created ? t("API key created") : t("Create API key")}>
      {created ? (
        <CreatedKey apiKey={created} onClose={onClose} />
      ) : (
        <KeyForm onCreated={setCreated} onClose={onClose} />
      )}
    </Dialog>
  );
}

function KeyForm({ onCreated, onClose }: { onCreated(key: NewKey): void; onClose(): void }) {
  const api = useApi();
  const queries = useQueryClient();
  const [name, setName] = useState("");
  const [scope, setScope] = useState<Scope>("agent");
  const [location, setLocation] = useState("");
  const [projects, setProjects] = useState("");
  const [addresses, setAddresses] = useState("");
  const [selector, setSelector] = useState<Selector | null>(null);
  const [isMissing, setMissing] = useState(false);
  const [expiry, setExpiry] = useState<Expiry>("90");
  const submission = useSubmission(
    async () => {
      const targets = mayBeLimited(scope) ? selector : null;
      setMissing(isKeyWithoutTargets(targets));
      if (isKeyWithoutTargets(targets)) return false;
      const runnerFields = scope === "runner" ? { location } : {};
      const codeFields = scope === "code" ? { projects: entriesOf(projects) } : {};
      const common = {
        name,
        scope,
        ip_allow: entriesOf(addresses),
        selector: targets,
        expires_at: expiryAt(expiry, Date.now()),
      };
      const body = { ...common, ...runnerFields, ...codeFields };
      onCreated(await dataOf(api.POST("/api/v1/api-keys", { body })));
      await queries.invalidateQueries({ queryKey: keys.all("api-keys") });
      return true;
    },
    { name, scope, location, projects, addresses, selector, expiry },
  );
  const { error } = submission;
  return (
    <SubmitForm
      submission={submission}
      fields={["name", "location", "projects", "selector", "ip_allow", "expires_at"]}
      submit={{ label: t("Create key"), busy: t("Creating …") }}
      cancel={onClose}
      isDialog
    >
      <Field
        label={t("Name")}
        autoComplete="off"
        placeholder={t("Deploy pipeline")}
        hint={t("Where this key is used.")}
        value={name}
        onValue={setName}
        error={fieldErrorOf(error, "name", t("The name"))}
      />
      <ScopeField choices={SCOPES} value={scope} onValue={setScope} />
      {scope === "runner" && (
        <Field
          label={t("Location")}
          autoComplete="off"
          placeholder={"home"}
          hint={t("A name such as home. Only runners with a key for this location check from it.")}
          value={location}
          onValue={setLocation}
          error={fieldErrorOf(error, "location", t("The location"))}
        />
      )}
      {scope === "code" && <ProjectsField value={projects} onValue={setProjects} error={error} />}
      {mayBeLimited(scope) && (
        <KeyTargetsField selector={selector} onSelector={setSelector} isMissing={isMissing} error={error} />
      )}
      <Field
        label={t("Allowed addresses (optional)")}
        autoComplete="off"
        placeholder={"203.0.113.0/24, 2001:db8::7"}
        hint={t("IP addresses or networks that may use the key, separated by commas. Empty: all of them.")}
        value={addresses}
        onValue={setAddresses}
        error={
          fieldErrorOf(error, "ip_allow", t("The list")) ??
          fieldErrorWithin(error, "ip_allow", t("Each entry"))
        }
      />
      <SelectField
        label={t("Expires")}
        value={expiry}
        onValue={setExpiry}
        error={fieldErrorOf(error, "expires_at", t("The expiry date"))}
        options={EXPIRIES.map((value) => ({ value, label: EXPIRY_LABELS[value] }))}
      />
    </SubmitForm>
  );
}

/** Runners and pipelines do more than read and change targets. */
function mayBeLimited(scope: Scope): boolean {
  return scope !== "runner" && scope !== "code";
}

function CreatedKey({ apiKey, onClose }: { apiKey: NewKey; onClose(): void }) {
  return (
    <>
      <Notice kind="warning">{t("Copy this key now. It is not stored and cannot be shown again.")}</Notice>
      <CodeBlock label={t("API key")} text={apiKey.key} />
      {apiKey.location !== null && <RunnerCommand />}
      <div className="flex justify-end">
        <Button variant="primary" onClick={onClose}>
          {t("I have copied it")}
        </Button>
      </div>
    </>
  );
}
