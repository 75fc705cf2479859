import { useQueryClient } from "@tanstack/react-query";
import type { CodeTrust } from "@vedette/contract/code/trusts/code-trusts.ts";
import { useState } from "react";
import { fieldErrorOf } from "../../../api/api-error.ts";
import { dataOf } from "../../../api/client.ts";
import { keys } from "../../../api/keys.ts";
import { useApi } from "../../../app/session.tsx";
import { Button } from "../../../components/button.tsx";
import { CodeBlock } from "../../../components/code/code-block.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { Field, SelectField } from "../../../components/forms/field.tsx";
import { SubmitForm } from "../../../components/forms/submit-form.tsx";
import { useSubmission } from "../../../components/forms/use-submission.ts";
import { Message } from "../../../language/message.tsx";
import { t } from "../../../language/t.ts";
import { entriesOf, ProjectsField } from "../projects-field.tsx";
import { CI_SYSTEMS, type CiSystem, jobConfiguration, PRESETS } from "./ci-systems.ts";

/** Adds a trust, and shows what the configuration of the job needs. */
export function NewCiTrust({ onClose }: { onClose(): void }) {
  const [system, setSystem] = useState<CiSystem>("github");
  const [created, setCreated] = useState<CodeTrust | null>(null);
  return (
    <Dialog isOpen onClose={onClose} title={created ? t("CI trust added") : t("Add CI trust")}>
      {created ? (
        <CreatedTrust system={system} trust={created} onClose={onClose} />
      ) : (
        <TrustForm system={system} onSystem={setSystem} onCreated={setCreated} onClose={onClose} />
      )}
    </Dialog>
  );
}

type TrustFormProps = {
  system: CiSystem;
  onSystem(system: CiSystem): void;
  onCreated(trust: CodeTrust): void;
  onClose(): void;
};

function TrustForm({ system, onSystem, onCreated, onClose }: TrustFormProps) {
  const api = useApi();
  const queries = useQueryClient();
  const [issuer, setIssuer] = useState(PRESETS[system].issuer);
  const [audience, setAudience] = useState(window.location.origin);
  const [subject, setSubject] = useState("");
  const [projects, setProjects] = useState("");
  const submission = useSubmission(
    async () => {
      const body = { issuer, audience, subject, projects: entriesOf(projects) };
      onCreated(await dataOf(api.POST("/api/v1/code/trusts", { body })));
      await queries.invalidateQueries({ queryKey: keys.all("code-trusts") });
    },
    { issuer, audience, subject, projects },
  );
  const { error } = submission;
  const preset = PRESETS[system];
  const projectPaths = error?.details.map(({ path }) => path).filter((path) => path.startsWith("projects."));
  return (
    <SubmitForm
      submission={submission}
      fields={["issuer", "audience", "subject", "projects", ...(projectPaths ?? [])]}
      submit={{ label: t("Add trust"), busy: t("Adding …") }}
      cancel={onClose}
      isDialog
    >
      <SelectField
        label={t("CI system")}
        value={system}
        onValue={(chosen) => {
          onSystem(chosen);
          setIssuer(PRESETS[chosen].issuer);
        }}
        error={null}
        options={CI_SYSTEMS.map((value) => ({ value, label: PRESETS[value].label }))}
      />
      <Field
        label={t("Issuer")}
        autoComplete="off"
        inputMode="url"
        placeholder="https://ci.example.com"
        hint={preset.issuerHint}
        value={issuer}
        onValue={setIssuer}
        error={fieldErrorOf(error, "issuer", t("The issuer"))}
      />
      <Field
        label={t("Subject pattern")}
        autoComplete="off"
        placeholder={preset.subjectExample}
        hint={preset.subjectHint}
        value={subject}
        onValue={setSubject}
        error={fieldErrorOf(error, "subject", t("The subject pattern"))}
      />
      <ProjectsField value={projects} onValue={setProjects} error={error} />
      <Field
        label={t("Audience")}
        autoComplete="off"
        hint={preset.audienceHint}
        value={audience}
        onValue={setAudience}
        error={fieldErrorOf(error, "audience", t("The audience"))}
      />
    </SubmitForm>
  );
}

type CreatedTrustProps = { system: CiSystem; trust: CodeTrust; onClose(): void };

function CreatedTrust({ system, trust, onClose }: CreatedTrustProps) {
  return (
    <>
      <p className="wrap-anywhere text-soft">
        <Message
          text="Jobs with the subject {subject} can apply {projects}. The ID of the trust is no secret."
          values={{ subject: <code>{trust.subject}</code>, projects: trust.projects.join(", ") }}
        />
      </p>
      <CodeBlock
        label={
          system === "other"
            ? t("Exchange the token for a key")
            : t("For {label}", { label: PRESETS[system].label })
        }
        text={jobConfiguration(system, trust, window.location.origin)}
      />
      <div className="flex justify-end">
        <Button variant="primary" onClick={onClose}>
          {t("Done")}
        </Button>
      </div>
    </>
  );
}
