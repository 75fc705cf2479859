import { type ApiError, fieldErrorOf, hasErrorWithin } from "../../../api/api-error.ts";
import { DurationField } from "../../../components/forms/duration-field.tsx";
import { CheckField, Field, SelectField } from "../../../components/forms/field.tsx";
import type { FormTab } from "../../../components/forms/form-tabs.tsx";
import { TagInput } from "../../../components/forms/tag-input.tsx";
import { t } from "../../../language/t.ts";
import type { HeartbeatDraft } from "./heartbeat-draft.ts";

type TabProps = {
  draft: HeartbeatDraft;
  change(part: Partial<HeartbeatDraft>): void;
  error: ApiError | null;
};

const PING_FIELDS = [
  "max_runtime_seconds",
  "slug",
  "methods",
  "paused_ping",
  "body_bytes_max",
  "push_token",
] as const;

/** The tab about how pings are received. */
export function pingsTab(props: TabProps): FormTab {
  const { maxRuntime, methods, paused_ping, pushToken } = props.draft;
  return {
    value: "pings",
    label: t("Pings"),
    isSet: maxRuntime.amount !== "" || methods !== "any" || paused_ping !== "resume" || pushToken !== "",
    hasError: hasErrorWithin(props.error, PING_FIELDS),
    content: <PingFields {...props} />,
  };
}

function PingFields({ draft, change, error }: TabProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <DurationField
        label={t("Longest run")}
        hint={t("Between /start and the end of a run. Blank for the grace time.")}
        value={draft.maxRuntime}
        onValue={(maxRuntime) => change({ maxRuntime })}
        error={fieldErrorOf(error, "max_runtime_seconds", t("The time"))}
      />
      <Field
        label={t("Slug")}
        hint={t("Name in URLs with a ping key. Default: from the name.")}
        autoComplete="off"
        spellCheck={false}
        value={draft.slug}
        onValue={(slug) => change({ slug })}
        error={fieldErrorOf(error, "slug", t("The slug"))}
      />
      <SelectField
        label={t("Accepted methods")}
        value={draft.methods}
        options={[
          { value: "any", label: t("GET, HEAD and POST") },
          { value: "post_only", label: t("POST only") },
        ]}
        hint={t("Link previews send GET; with POST only they are ignored.")}
        onValue={(methods) => change({ methods })}
        error={fieldErrorOf(error, "methods", t("The method"))}
      />
      <SelectField
        label={t("Ping while paused")}
        value={draft.paused_ping}
        options={[
          { value: "resume", label: t("Resumes the heartbeat") },
          { value: "ignore", label: t("Is ignored") },
        ]}
        onValue={(paused_ping) => change({ paused_ping })}
        error={fieldErrorOf(error, "paused_ping", t("The mode"))}
      />
      <Field
        label={t("Kept body (bytes)")}
        hint={t("0 to 100,000 bytes of each ping, with secrets masked.")}
        inputMode="numeric"
        value={draft.bodyBytesMax}
        onValue={(bodyBytesMax) => change({ bodyBytesMax })}
        error={fieldErrorOf(error, "body_bytes_max", t("The size"))}
      />
      <Field
        label={t("Push token")}
        hint={t("For senders that were set up for Uptime Kuma or Gatus.")}
        autoComplete="off"
        spellCheck={false}
        value={draft.pushToken}
        onValue={(pushToken) => change({ pushToken })}
        error={fieldErrorOf(error, "push_token", t("The token"))}
      />
    </div>
  );
}

/** The tab with the words that decide what a ping means. */
export function filtersTab(props: TabProps): FormTab {
  return {
    value: "filters",
    label: t("Filters"),
    isSet: props.draft.hasFilters,
    hasError: hasErrorWithin(props.error, ["filters"]),
    content: <FilterFields {...props} />,
  };
}

const WORD_FIELDS = [
  { key: "failure", label: t("Failure words") },
  { key: "success", label: t("Success words") },
  { key: "start", label: t("Start words") },
] as const;

function FilterFields({ draft, change, error }: TabProps) {
  const { filters } = draft;
  const put = (part: Partial<HeartbeatDraft["filters"]>) => change({ filters: { ...filters, ...part } });
  return (
    <div className="grid gap-4">
      <CheckField
        label={t("Words in the body decide what a ping means")}
        hint={t("Only for pings without /start, /fail, /log or exit code in their URL.")}
        isChecked={draft.hasFilters}
        onChecked={(hasFilters) => change({ hasFilters })}
      />
      {draft.hasFilters && (
        <div className="grid gap-4 sm:grid-cols-2">
          {WORD_FIELDS.map(({ key, label }) => (
            <TagInput
              key={key}
              label={label}
              hint={t("Press Enter or comma to add. Case-sensitive.")}
              tags={filters[key]}
              onTags={(words) => put({ [key]: words })}
              error={fieldErrorOf(error, `filters.${key}`, t("A word"))}
            />
          ))}
          <SelectField
            label={t("Without any word")}
            value={filters.otherwise}
            options={[
              { value: "ignore", label: t("Ignore the ping") },
              { value: "fail", label: t("Count it as a failure") },
            ]}
            onValue={(otherwise) => put({ otherwise })}
            error={fieldErrorOf(error, "filters", t("The filter"))}
          />
        </div>
      )}
    </div>
  );
}
