// Written by `npm run docs`.

export interface paths {
    "/api/agent/journeys/{id}/trigger": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a run of a journey from a pipeline
         * @description The body is optional. `base_url` and `variables` are for preview deployments and apply to this run only. Values that the journey enters, including secrets, are sent to that deployment. If a run is in progress, the new one is queued; with more than 20 queued runs the response is 429.
         *
         *     Scope: `agent`. Role: `member`.
         */
        post: operations["triggerJourney"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agent/runner/files": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Upload a file of a run
         * @description Used by `vedette runner`, with the header `x-vedette-runner-protocol`. The file must match its kind. The run's report references it by `ref`.
         *
         *     Scope: `runner`. Role: `runner`.
         */
        post: operations["uploadRunnerFile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agent/runner/files/{ref}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a baseline image of a run
         * @description Used by `vedette runner`, with the header `x-vedette-runner-protocol`. A run references the baselines of its journey.
         *
         *     Scope: `runner`. Role: `runner`.
         */
        get: operations["getRunnerFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agent/runner/poll": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Poll for checks and runs to perform
         * @description Used by `vedette runner`, with the header `x-vedette-runner-protocol`. Responds when the key's location has work, or after 20 s without work. Poll again immediately: a runner counts as online while it polls.
         *
         *     Scope: `runner`. Role: `runner`.
         */
        post: operations["askForWork"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agent/runner/reports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Report the outcomes of checks and runs
         * @description Used by `vedette runner`, with the header `x-vedette-runner-protocol`. Duplicate and late reports have no effect. The body can be compressed with gzip and has at most 16 MiB uncompressed.
         *
         *     Scope: `runner`. Role: `runner`.
         */
        post: operations["reportWork"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agent/runs/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a run, optionally waiting for its end
         * @description With `wait`, responds when the run has ended or after that many seconds (at most 60). Repeat the request while `status` is `running` or `pending_retry`. With more than 100 waiting requests of an organization the response is 429.
         *
         *     Scope: `agent`. Role: `viewer`.
         */
        get: operations["getPipelineRun"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agent/runs/{id}/artifacts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a file to a run
         * @description `multipart/form-data` with `file` (at most 25 MiB, 5 MiB for a screenshot, 10 MiB for a HAR, 1 MiB for a log), `kind` and `name`. The file must match its kind. It is deleted with its run.
         *
         *     Scope: `agent`. Role: `member`.
         */
        post: operations["uploadArtifact"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/oidc": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start signing in with the OpenID Connect provider
         * @description With a session, links the provider's account to the signed-in account.
         *
         *     Needs no credential.
         */
        post: operations["beginOidc"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change the password
         * @description Ends every other session immediately.
         *
         *     Scope: no API key reaches this. Role: none, only to be signed in.
         */
        post: operations["changePassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/password/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set a new password with the token of a reset email
         * @description Ends every session immediately.
         *
         *     Needs no credential.
         */
        post: operations["resetPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/password/reset-mail": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Request a password reset email
         * @description The response is the same whether or not the address has an account.
         *
         *     Needs no credential.
         */
        post: operations["requestPasswordReset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the session and the sign-in options
         * @description Needs no credential.
         */
        get: operations["getSignInState"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your sessions
         * @description Sorted by last use, most recent first. The time of last use is accurate to five minutes.
         *
         *     Scope: no API key reaches this. Role: none, only to be signed in.
         */
        get: operations["listOwnSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Sign out one of your sessions
         * @description Scope: no API key reaches this. Role: none, only to be signed in.
         */
        delete: operations["endOwnSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/sessions/end-others": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign out all other sessions
         * @description Scope: no API key reaches this. Role: none, only to be signed in.
         */
        post: operations["endOtherSessions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/set-up": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign up as the first user
         * @description Takes the token of the set-up link that the first start prints. You become the owner of the first organization.
         *
         *     Needs no credential.
         */
        post: operations["setUp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/sign-in": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in with e-mail and password
         * @description Needs no credential.
         */
        post: operations["signIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/sign-in/code": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Finish signing in with a code
         * @description Needs no credential.
         */
        post: operations["finishSignIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/sign-out": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign out
         * @description Needs no credential.
         */
        post: operations["signOut"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/sign-up": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign up
         * @description With an invitation, or without one if `VEDETTE_SIGNUP` is `open`. In that case a link is emailed to the address and the response is 202 with `verify_email`, whether or not the address has an account.
         *
         *     Needs no credential.
         */
        post: operations["signUp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/sign-up/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Finish a sign-up with the token of a verification email
         * @description Requires the chosen password. Creates the account and signs in.
         *
         *     Needs no credential.
         */
        post: operations["verifySignUp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/two-factor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add an authenticator app
         * @description Takes effect after you confirm a code of the app.
         *
         *     Scope: no API key reaches this. Role: none, only to be signed in.
         */
        post: operations["addAuthenticatorApp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/two-factor/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm an authenticator app with a code
         * @description Scope: no API key reaches this. Role: none, only to be signed in.
         */
        post: operations["confirmAuthenticatorApp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/two-factor/recovery-codes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Generate new recovery codes
         * @description Requires the password and a code of the app or a recovery code. Invalidates all earlier recovery codes.
         *
         *     Scope: no API key reaches this. Role: none, only to be signed in.
         */
        post: operations["renewRecoveryCodes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/two-factor/remove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Remove the authenticator app
         * @description Requires the password and a code of the app or a recovery code.
         *
         *     Scope: no API key reaches this. Role: none, only to be signed in.
         */
        post: operations["removeAuthenticatorApp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/alerts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List alerts
         * @description Alerts that are not `resolved` are open.
         *
         *     Scope: `agent`. Role: `viewer`.
         */
        get: operations["listAlerts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/alerts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an alert
         * @description Includes every delivery attempt.
         *
         *     The response has an `ETag`, which a change can name in `If-Match`.
         *
         *     Scope: `agent`. Role: `viewer`.
         */
        get: operations["getAlert"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/alerts/{id}/acknowledge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Acknowledge an alert
         * @description Marks the alert as being handled and stops reminders. It stays open until it is resolved.
         *
         *     Scope: `admin`. Role: `member`.
         */
        post: operations["acknowledgeAlert"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/alerts/{id}/resolve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resolve an alert
         * @description Its rule opens another alert for the same target only after the condition has cleared and holds again. Resolving a resolved alert has no effect.
         *
         *     Scope: `admin`. Role: `member`.
         */
        post: operations["resolveAlert"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/alerts/channels": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List alert channels
         * @description Scope: `read`. Role: `viewer`.
         */
        get: operations["listAlertChannels"];
        put?: never;
        /**
         * Create an alert channel
         * @description Webhook messages are signed according to the Standard Webhooks specification with the `signing_secret` of the response. URLs that contain credentials, tokens and header values are stored encrypted.
         *
         *     Scope: `admin`. Role: `member`.
         */
        post: operations["createAlertChannel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/alerts/channels/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an alert channel
         * @description The response has an `ETag`, which a change can name in `If-Match`.
         *
         *     Scope: `read`. Role: `viewer`.
         */
        get: operations["getAlertChannel"];
        /**
         * Update an alert channel
         * @description Changes the fields that are sent, including single fields of `config`, and keeps the rest. A channel that was disabled because its receiver no longer exists is enabled again.
         *
         *     Scope: `admin`. Role: `member`.
         */
        put: operations["updateAlertChannel"];
        post?: never;
        /**
         * Delete an alert channel
         * @description Returns 400 with the names of the rules if rules use the channel. `force=true` disables those rules instead.
         *
         *     Scope: `admin`. Role: `member`.
         */
        delete: operations["deleteAlertChannel"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/alerts/channels/{id}/confirmations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resend a confirmation mail
         * @description Sends an unconfirmed recipient the confirmation link again: once an hour across all organizations.
         *
         *     Scope: `admin`. Role: `member`.
         */
        post: operations["resendConfirmation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/alerts/channels/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Test an alert channel
         * @description Sends a test message immediately and reports whether the receiver accepted it. E-mail: once a minute per channel, 20 times an hour per organization, and only to confirmed recipients.
         *
         *     Scope: `admin`. Role: `member`.
         */
        post: operations["testAlertChannel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/alerts/rules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List alert rules
         * @description Scope: `read`. Role: `viewer`.
         */
        get: operations["listAlertRules"];
        put?: never;
        /**
         * Create an alert rule
         * @description Covers one target, or all targets in the organization that its type applies to. If its condition already holds, the alert opens with the next result of the target.
         *
         *     Scope: `admin`. Role: `member`.
         */
        post: operations["createAlertRule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/alerts/rules/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an alert rule
         * @description The response has an `ETag`, which a change can name in `If-Match`.
         *
         *     Scope: `read`. Role: `viewer`.
         */
        get: operations["getAlertRule"];
        /**
         * Update an alert rule
         * @description Changes the fields that are sent and keeps the rest; `params` is replaced as a whole. Its open alerts are resolved if the rule is disabled or gets another target. They are evaluated with new `params` at the next result, and added channels are notified of them.
         *
         *     Scope: `admin`. Role: `member`.
         */
        put: operations["updateAlertRule"];
        post?: never;
        /**
         * Delete an alert rule
         * @description Resolves its open alerts. All its alerts stay in the list.
         *
         *     Scope: `admin`. Role: `member`.
         */
        delete: operations["deleteAlertRule"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/alerts/rules/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview an alert rule
         * @description Replays the rule over the stored results of the last `days` and returns the alerts that it would have opened with their durations. Stores nothing and sends no notifications. Ignores pauses, maintenance and changes made since then.
         *
         *     Scope: `admin`. Role: `member`.
         */
        post: operations["previewAlertRule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List API keys
         * @description Includes revoked and expired keys unless `status` excludes them.
         *
         *     Scope: `admin`. Role: `admin`.
         */
        get: operations["listApiKeys"];
        put?: never;
        /**
         * Create an API key
         * @description Only this response contains the key itself. Repeating the request does not return the key again; it fails because the name is taken. A key of scope `runner` is valid only for `vedette runner` at its `location`.
         *
         *     Scope: `admin`. Role: `admin`.
         */
        post: operations["createApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/api-keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke an API key
         * @description Takes effect with the next request. The key stays in the list, and its name can be used again.
         *
         *     Scope: `admin`. Role: `admin`.
         */
        delete: operations["revokeApiKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/api-monitors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List API monitors
         * @description Scope: `agent`. Role: `viewer`.
         */
        get: operations["listApiMonitors"];
        put?: never;
        /**
         * Create an API monitor
         * @description Its steps run in order and share cookies and extracted values. `{{NAME}}` in URLs, headers, query parameters, bodies and credentials is replaced by the value that an earlier step extracted, then by one of its `variables`, then by the organization's variable. `{{$uuid}}`, `{{$timestamp}}`, `{{$isoTimestamp}}` and `{{$randomInt}}` are generated at each occurrence. Store credentials as secrets: these fields are visible to everyone with read access.
         *
         *     Scope: `admin`. Role: `member`.
         */
        post: operations["createApiMonitor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/api-monitors/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an API monitor
         * @description The response has an `ETag`, which a change can name in `If-Match`.
         *
         *     Scope: `agent`. Role: `viewer`.
         */
        get: operations["getApiMonitor"];
        /**
         * Update an API monitor
         * @description Changes the fields that are sent and keeps the rest; `steps` is replaced as a whole. `null` clears an optional field.
         *
         *     Scope: `admin`. Role: `member`.
         */
        put: operations["updateApiMonitor"];
        post?: never;
        /**
         * Delete an API monitor and its statistics
         * @description Unfinished runs fail with `CANCELLED`. Each run can still be read by its id.
         *
         *     Scope: `admin`. Role: `member`.
         */
        delete: operations["deleteApiMonitor"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/api-monitors/{id}/runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the runs of an API monitor
         * @description Scope: `agent`. Role: `viewer`.
         */
        get: operations["listApiMonitorRuns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/api-monitors/{id}/runs/{run_id}/steps": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the steps of an API monitor run
         * @description Steps of its last attempt that has any, or of the requested attempt. Secrets are masked.
         *
         *     Scope: `agent`. Role: `viewer`.
         */
        get: operations["listApiMonitorRunSteps"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/api-monitors/{id}/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get uptime, pass rates and durations of an API monitor
         * @description Scope: `agent`. Role: `viewer`.
         */
        get: operations["getApiMonitorStats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/api-monitors/{id}/trigger": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run an API monitor now
         * @description Runs at all its locations that have a runner, or at the named location, even if it is disabled. If a run is in progress at a location, the new run is queued; more than 20 queued runs at a location are 429. `data` is the run at the first location. The body is optional.
         *
         *     Scope: `agent`. Role: `member`.
         */
        post: operations["triggerApiMonitor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/api-monitors/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the import progress of the organization
         * @description `idle` if no import runs in the process that responds.
         *
         *     Scope: `admin`. Role: `member`.
         */
        get: operations["getImportProgress"];
        put?: never;
        /**
         * Import API monitors from a cURL command, HAR file, Postman collection or OpenAPI document
         * @description By default nothing is created and the response is 200 with a preview. `dry_run: false` creates everything and returns 201. Nothing in the document is executed, and unsupported parts are listed. An API monitor is created disabled unless all its steps are GET or HEAD. Only one import of an organization runs at a time, another one is 429. A document that takes longer than 10 s to read is 400.
         *
         *     Scope: `admin`. Role: `member`.
         */
        post: operations["importApiMonitors"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/api-monitors/import/file": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import API monitors from a file
         * @description `multipart/form-data` with `file`, at most 50 MiB, optionally gzip-compressed, and the other fields of `POST /api-monitors/import`.
         *
         *     Scope: `admin`. Role: `member`.
         */
        post: operations["importApiMonitorsFile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/api-monitors/try": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Test an unsaved API monitor
         * @description Accepts the body of a create request with an optional name, and runs the steps once, for at most 60 seconds. Returns what they found with secrets masked, and stores nothing. At most 4 test runs of an organization run at the same time. Returns 503 if no runner takes the run.
         *
         *     Scope: `admin`. Role: `member`.
         */
        post: operations["tryApiMonitor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/artifacts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a file of a run
         * @description Images and videos are served inline, everything else as a download. Supports `Range` and `If-None-Match`. Open a trace with `npx playwright show-trace FILE`.
         *
         *     Scope: `agent`. Role: `viewer`.
         */
        get: operations["getArtifact"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/artifacts/{id}/content": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a file of a run by a signed link
         * @description Needs no credential.
         */
        get: operations["getLinkedArtifact"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/artifacts/{id}/link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a link to a file of a run that needs no credentials
         * @description Valid for 15 minutes; cannot be revoked. Anyone who has the link can read the file. If files are stored in an S3-compatible store, the link points to that store.
         *
         *     Scope: `agent`. Role: `viewer`.
         */
        post: operations["linkArtifact"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/audit-log": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List audit log entries
         * @description Every write by a member or an API key, kept for 400 days. Entries never change, and each has a hash over itself and the previous entry.
         *
         *     Scope: `admin`. Role: `admin`.
         */
        get: operations["listAuditLog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/billing/checkout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a checkout for a plan
         * @description Returns a page for the person who takes the plan: a page of the payment service, or, on a server without one, a page of this server on which an owner or admin confirms the plan once within 30 minutes.
         *
         *     Scope: `admin`. Role: `admin`.
         */
        post: operations["createCheckout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/billing/checkout/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a built-in checkout
         * @description The response has an `ETag`, which a change can name in `If-Match`.
         *
         *     Scope: no API key reaches this. Role: `admin`.
         */
        get: operations["getCheckout"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/billing/checkout/{id}/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm a built-in checkout
         * @description For the person who started it, or any admin if an API key started it. Targets that exceed a smaller plan are paused, not deleted.
         *
         *     Scope: no API key reaches this. Role: `admin`.
         */
        post: operations["confirmCheckout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/billing/plans": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the offered plans
         * @description Includes the current plan of the organization even if it is no longer offered.
         *
         *     Scope: `read`. Role: `viewer`.
         */
        get: operations["listPlans"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/billing/portal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the page for managing plan and payment
         * @description Scope: `admin`. Role: `admin`.
         */
        get: operations["getBillingPortal"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/billing/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the usage of this month
         * @description Counted per UTC month. A limit of null means no limit.
         *
         *     Scope: `read`. Role: `viewer`.
         */
        get: operations["getUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/billing/webhook": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive a Stripe webhook message
         * @description Called only by Stripe, which signs its messages (`Stripe-Signature`). A message that was already received, or is about an unknown customer, gets the same response and changes nothing.
         *
         *     Needs no credential but the signature of what is sent.
         */
        post: operations["receiveStripeMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow results and status changes live
         * @description Server-sent events: `check.result` (a check result), `monitor.status` (`{monitor_id, name, status, previous_status, at}`), `api_monitor.status` (the same with `api_monitor_id`), `journey.status` (with `journey_id`), `run.changed` (`{run_id, kind, target_id, name, location, status, attempt, at}`), `alert.changed` (`{alert_id, rule_id, rule_type, severity, status, target_id, title, triggered_at, acknowledged_at, resolved_at}`), `organization.plan` (`{plan_id, previous_plan_id, paused, resumed, at}`). Send `Last-Event-ID` to get what was missed; `reset` means that they are no longer available: read everything again. `end` is the last event: `{reason}` is `shutdown` or `credential_ended`.
         *
         *     Scope: `agent`. Role: `viewer`.
         */
        get: operations["streamEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/invitations/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Accept an invitation
         * @description Requires a session whose email address is the invited one.
         *
         *     Scope: no API key reaches this. Role: none, only to be signed in.
         */
        post: operations["acceptInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/journeys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List journeys
         * @description Scope: `agent`. Role: `viewer`.
         */
        get: operations["listJourneys"];
        put?: never;
        /**
         * Create a journey
         * @description Takes `steps` or a Playwright `script`; a script requires the role `admin`. `{{NAME}}` in the text of a step is replaced by the value an earlier step set, or by the organization's variable; scripts read `vars`. Store credentials in secrets: everyone with read access sees this definition. With neither steps nor script, runs fail with `NO_STEPS`.
         *
         *     Scope: `admin`. Role: `member`.
         */
        post: operations["createJourney"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/journeys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a journey
         * @description The response has an `ETag`, which a change can name in `If-Match`.
         *
         *     Scope: `agent`. Role: `viewer`.
         */
        get: operations["getJourney"];
        /**
         * Update a journey
         * @description Updates the given fields; `steps` is replaced as a whole. `null` clears an optional field; with `interval_seconds: null` the journey runs on demand only. Changing or removing a script requires the role `admin`.
         *
         *     Scope: `admin`. Role: `member`.
         */
        put: operations["updateJourney"];
        post?: never;
        /**
         * Delete a journey, its statistics and its baselines
         * @description Unfinished runs fail with `CANCELLED`. Each run can still be read by its id. Deleting a journey with a script requires the role `admin`.
         *
         *     Scope: `admin`. Role: `member`.
         */
        delete: operations["deleteJourney"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/journeys/{id}/baselines": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the baseline images of a journey
         * @description Scope: `agent`. Role: `viewer`.
         */
        get: operations["listBaselines"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/journeys/{id}/baselines/{label}/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Accept the screenshot of a run as the baseline
         * @description Applies to the location of that run and the journey's current viewport. Finished runs keep their result.
         *
         *     Scope: `admin`. Role: `member`.
         */
        post: operations["acceptBaseline"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/journeys/{id}/run-now": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run a journey now
         * @description Runs at the primary location or the given one, even if the journey is disabled. If a run is in progress, the new one is queued; with more than 20 queued runs the response is 429. The body is optional.
         *
         *     Scope: `agent`. Role: `member`.
         */
        post: operations["runJourney"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/journeys/{id}/runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the runs of a journey
         * @description Scope: `agent`. Role: `viewer`.
         */
        get: operations["listJourneyRuns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/journeys/{id}/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get uptime, pass rates and durations of a journey
         * @description Scope: `agent`. Role: `viewer`.
         */
        get: operations["getJourneyStats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/journeys/{journey_id}/runs/{id}/steps": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the steps of a run of a journey
         * @description The steps of the given attempt, or of the last attempt that has steps. Secrets are masked.
         *
         *     Scope: `agent`. Role: `viewer`.
         */
        get: operations["listJourneyRunSteps"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/locations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List locations and their runners
         * @description Lists locations with runners, locations that monitors reference, and private locations, where a runner with its own key performs the checks. Returns all of them on one page.
         *
         *     Scope: `agent`. Role: `viewer`.
         */
        get: operations["listLocations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/mail-recipients/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm that you want alerts of an organization
         * @description Takes the token of the confirmation email, within 7 days.
         *
         *     Needs no credential.
         */
        post: operations["confirmRecipient"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/mail-recipients/read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Read the details of an email link
         * @description Needs no credential.
         */
        post: operations["readRecipientLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/mail-recipients/refuse": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Opt out of emails of one or all organizations of this server
         * @description Takes the token of any email of the organization, at any time.
         *
         *     Needs no credential.
         */
        post: operations["refuseRecipient"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/maintenance-windows": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List maintenance windows
         * @description Scope: `read`. Role: `viewer`.
         */
        get: operations["listMaintenanceWindows"];
        put?: never;
        /**
         * Create a maintenance window
         * @description One-time or recurring, for the given targets and tags, or for all targets. Without `starts_at` it starts now: `{name, duration_minutes}` is enough.
         *
         *     Scope: `admin`. Role: `member`.
         */
        post: operations["createMaintenanceWindow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/maintenance-windows/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a maintenance window
         * @description The response has an `ETag`, which a change can name in `If-Match`.
         *
         *     Scope: `read`. Role: `viewer`.
         */
        get: operations["getMaintenanceWindow"];
        /**
         * Update a maintenance window
         * @description Updates the given fields and keeps the rest. The change applies to an active window immediately.
         *
         *     Scope: `admin`. Role: `member`.
         */
        put: operations["updateMaintenanceWindow"];
        post?: never;
        /**
         * Delete a maintenance window
         * @description An active window ends immediately.
         *
         *     Scope: `admin`. Role: `member`.
         */
        delete: operations["deleteMaintenanceWindow"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/maintenance-windows/{id}/end": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End an active maintenance window
         * @description A recurring window starts again at its next occurrence. An inactive window stays unchanged.
         *
         *     Scope: `admin`. Role: `member`.
         */
        post: operations["endMaintenanceWindow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/monitors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List monitors
         * @description Scope: `agent`. Role: `viewer`.
         */
        get: operations["listMonitors"];
        put?: never;
        /**
         * Create a monitor
         * @description The first check starts immediately.
         *
         *     Scope: `admin`. Role: `member`.
         */
        post: operations["createMonitor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/monitors/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a monitor
         * @description The response has an `ETag`, which a change can name in `If-Match`.
         *
         *     Scope: `agent`. Role: `viewer`.
         */
        get: operations["getMonitor"];
        /**
         * Update a monitor
         * @description Updates the given fields and keeps the rest. `null` clears an optional field.
         *
         *     Scope: `admin`. Role: `member`.
         */
        put: operations["updateMonitor"];
        post?: never;
        /**
         * Delete a monitor and its results
         * @description Scope: `admin`. Role: `member`.
         */
        delete: operations["deleteMonitor"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/monitors/{id}/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check a monitor now
         * @description Checks at all locations, even if the monitor is disabled. Responds when the results are stored.
         *
         *     Scope: `agent`. Role: `member`.
         */
        post: operations["checkMonitor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/monitors/{id}/results": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List check results
         * @description Scope: `agent`. Role: `viewer`.
         */
        get: operations["listMonitorResults"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/monitors/{id}/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get uptime and response times
         * @description Scope: `agent`. Role: `viewer`.
         */
        get: operations["getMonitorStats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/monitors/try": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Test a monitor without saving it
         * @description Takes the body of a create request, with an optional name, and checks once at each location, for at most 60 seconds. Returns the results and stores nothing. An organization can run at most 4 tests concurrently. If no runner takes the test, the response is 503.
         *
         *     Scope: `admin`. Role: `member`.
         */
        post: operations["tryMonitor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * This document
         * @description Needs no credential.
         */
        get: operations["getOpenApi"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organizations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create an organization
         * @description You become its owner. Requires a session, because an API key belongs to one organization.
         *
         *     Scope: no API key reaches this. Role: none, only to be signed in.
         */
        post: operations["createOrganization"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organizations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an organization
         * @description The response has an `ETag`, which a change can name in `If-Match`.
         *
         *     Scope: `agent`. Role: `viewer`.
         */
        get: operations["getOrganization"];
        /**
         * Update an organization
         * @description Updates the given fields and keeps the rest.
         *
         *     Scope: `admin`. Role: `admin`.
         */
        put: operations["updateOrganization"];
        post?: never;
        /**
         * Delete an organization and all its data
         * @description Requires the role `owner`. The audit log is kept.
         *
         *     Scope: no API key reaches this. Role: `owner`.
         */
        delete: operations["deleteOrganization"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organizations/{id}/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List invitations
         * @description Scope: `read`. Role: `viewer`.
         */
        get: operations["listInvitations"];
        put?: never;
        /**
         * Invite a person
         * @description The link is valid for seven days, for one use and only for this address. It replaces an open invitation of the same address. It is emailed if SMTP is configured, unless the address opted out or received an email in the last hour.
         *
         *     Scope: `admin`. Role: `admin`.
         */
        post: operations["createInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organizations/{id}/invitations/{invitation_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Withdraw an invitation
         * @description Scope: `admin`. Role: `admin`.
         */
        delete: operations["revokeInvitation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organizations/{id}/leave": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Leave an organization
         * @description The last owner cannot leave.
         *
         *     Scope: no API key reaches this. Role: `viewer`.
         */
        post: operations["leaveOrganization"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organizations/{id}/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List members
         * @description Scope: `read`. Role: `viewer`.
         */
        get: operations["listMembers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organizations/{id}/members/{member_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Update a member's role
         * @description You cannot grant a role above your own or change the role of a member above you.
         *
         *     Scope: `admin`. Role: `admin`.
         */
        put: operations["updateMember"];
        post?: never;
        /**
         * Remove a member or leave the organization
         * @description Removing others requires the role `admin` or a key of scope `admin`. Leaving requires neither.
         *
         *     Scope: `admin`. Role: `viewer`.
         */
        delete: operations["removeMember"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organizations/{id}/transfer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Transfer an organization to another member
         * @description Requires the role `owner`. The member becomes an owner and you become an admin.
         *
         *     Scope: no API key reaches this. Role: `owner`.
         */
        post: operations["transferOrganization"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List runs of API monitors and journeys
         * @description Scope: `agent`. Role: `viewer`.
         */
        get: operations["listRuns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/runs/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a run
         * @description A run stays readable after its API monitor or journey is deleted.
         *
         *     The response has an `ETag`, which a change can name in `If-Match`.
         *
         *     Scope: `agent`. Role: `viewer`.
         */
        get: operations["getRun"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/runs/{id}/steps": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the steps of a run
         * @description The steps of the given attempt, or of the last attempt that has steps. Secrets are masked.
         *
         *     Scope: `agent`. Role: `viewer`.
         */
        get: operations["listRunSteps"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/targets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List all targets
         * @description Returns a summary of monitors, API monitors and journeys, on one page for most organizations. The lists of each kind return all fields.
         *
         *     Scope: `agent`. Role: `viewer`.
         */
        get: operations["listTargets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/user/organizations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your organizations
         * @description An API key belongs to one organization.
         *
         *     Scope: `agent`. Role: none, only to be signed in.
         */
        get: operations["listOrganizations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/variables": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List variables
         * @description The `value` of a secret is null; `has_value` shows whether it is set.
         *
         *     Scope: `read`. Role: `viewer`.
         */
        get: operations["listVariables"];
        put?: never;
        /**
         * Create a variable
         * @description Reference it as `{{NAME}}` in monitors and in steps of API monitors and journeys. Secrets require the role `admin` and are never returned.
         *
         *     Scope: `admin`. Role: `member`.
         */
        post: operations["createVariable"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/variables/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Update a variable
         * @description Updates the given fields and keeps the rest. Monitors that reference it are checked with the new value immediately. A value that makes one of them invalid returns 400, and so does renaming a variable that is in use.
         *
         *     Scope: `admin`. Role: `member`.
         */
        put: operations["updateVariable"];
        post?: never;
        /**
         * Delete a variable
         * @description A variable that is in use returns 400 with the names of its users.
         *
         *     Scope: `admin`. Role: `member`.
         */
        delete: operations["deleteVariable"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether the process is alive
         * @description Needs no credential.
         */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Counters for Prometheus
         * @description With `VEDETTE_METRICS_TOKEN` as the bearer token; without that setting it is closed.
         */
        get: operations["getMetrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether the process can serve: storage, queue and migrations
         * @description 503 names what is not ready, in `details`.
         *
         *     Needs no credential.
         */
        get: operations["getReadiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Alert: {
            acknowledged_at: string | null;
            /** @description ID of a user or an API key */
            acknowledged_by: string | null;
            /** @description Null after the user or key has left the organization */
            acknowledged_by_name: string | null;
            /** @description Every delivery attempt, oldest first */
            deliveries: {
                /** Format: date-time */
                at: string;
                attempt: number;
                channel_id: string;
                error: string | null;
                /** @enum {string} */
                kind: "opened" | "resolved" | "reminder" | "operator" | "test";
                ok: boolean;
                status_code: number | null;
            }[];
            evidence: components["schemas"]["AlertEvidence"];
            id: string;
            message: string;
            org_id: string;
            resolved_at: string | null;
            /** @description `auto`, or the ID of the user or API key that resolved it */
            resolved_by: string | null;
            /** @description Null for `auto`, and after the user or key has left the organization */
            resolved_by_name: string | null;
            rule_id: string;
            /** @enum {string} */
            rule_type: "consecutive_failures" | "error_rate" | "latency_threshold" | "visual_diff_threshold" | "ssl_expiry";
            sent_at: string | null;
            /** @enum {string} */
            severity: "critical" | "warning";
            /** @enum {string} */
            status: "pending" | "sent" | "failed" | "resolved";
            /** @description Why notifications are suppressed: maintenance, or a parent that is down */
            suppressed_by: string | null;
            target: {
                id: string;
                /** @description Name at the time the alert opened */
                name: string;
                /** @enum {string} */
                type: "monitor" | "api_monitor" | "journey";
            };
            title: string;
            /** Format: date-time */
            triggered_at: string;
        };
        AlertChannel: {
            /** @description Secrets show only their last four characters */
            config: {
                [key: string]: unknown;
            };
            /** Format: date-time */
            created_at: string;
            /** @description When sending stopped because the receiver no longer exists; a PUT enables the channel again */
            disabled_at: string | null;
            disabled_reason: string | null;
            id: string;
            name: string;
            org_id: string;
            /** @description Confirmation status of each email recipient; empty for other types */
            recipient_states: components["schemas"]["RecipientState"][];
            /** @description Webhook signing secret (`whsec_…`, Standard Webhooks); visible to admins only */
            signing_secret: string | null;
            /** @enum {string} */
            type: "slack" | "email" | "webhook" | "discord" | "teams" | "telegram" | "pagerduty";
            /** Format: date-time */
            updated_at: string;
        };
        AlertChannelTest: {
            delivered: boolean;
            duration_ms: number;
            /** @description Why delivery failed */
            error: string | null;
            /** @description Response status of the receiver, if there was one */
            status_code: number | null;
        };
        AlertEvidence: {
            error: {
                code: string;
                message: string;
            } | null;
            /** Format: date-time */
            expires_at?: string;
            failed_checks?: number;
            location: string;
            /** @description Locations where the condition holds */
            locations?: string[];
            percentile?: "avg" | number;
            result_id: string | null;
            run_id: string | null;
            /** @description Threshold of the rule */
            threshold: number;
            total_checks?: number;
            /** @description Measured value: consecutive failures, percent, milliseconds, or days left */
            value: number;
            window_seconds?: number;
        };
        AlertRule: {
            api_monitor_id: string | null;
            channel_id: string | null;
            channel_ids: string[];
            cooldown_seconds: number;
            /** Format: date-time */
            created_at: string;
            enabled: boolean;
            id: string;
            journey_id: string | null;
            monitor_id: string | null;
            name: string;
            notify_recovery: boolean;
            org_id: string;
            /** @description By type: `consecutive_failures` {threshold 1–100, min_locations 1}; `error_rate` {threshold 0–100 %, window_seconds 60–86400, min_checks 5}; `latency_threshold` {threshold_ms, window_seconds, percentile avg|50|90|95|99 (95), min_checks 5}; `visual_diff_threshold` {threshold_percent}; `ssl_expiry` {days 1–365} */
            params: {
                [key: string]: unknown;
            };
            remind_every_seconds: number | null;
            /** @enum {string} */
            severity: "critical" | "warning";
            /** @enum {string} */
            type: "consecutive_failures" | "error_rate" | "latency_threshold" | "visual_diff_threshold" | "ssl_expiry";
            /** Format: date-time */
            updated_at: string;
        };
        AlertRulePreview: {
            /** @description The newest 1000, newest first */
            alerts: {
                duration_seconds: number;
                evidence: components["schemas"]["AlertEvidence"];
                /** @description Null if the alert would still be open */
                resolved_at: string | null;
                target: {
                    id: string;
                    /** @description Name at the time the alert opened */
                    name: string;
                    /** @enum {string} */
                    type: "monitor" | "api_monitor" | "journey";
                };
                /** Format: date-time */
                triggered_at: string;
            }[];
            days: number;
            /**
             * @description Data used: every stored result, or also rollups of older results
             * @enum {string}
             */
            precision: "results" | "rollups";
            /** @description Number of alerts the rule would have opened */
            total: number;
        };
        ApiKey: {
            /** Format: date-time */
            created_at: string;
            created_by: string;
            expires_at: string | null;
            id: string;
            /** @description First characters of the key, to distinguish keys */
            key_start: string;
            /** @description Accurate to the minute */
            last_used_at: string | null;
            /** @description Location of its runners; null for every other scope */
            location: string | null;
            name: string;
            revoked_at: string | null;
            /** @enum {string} */
            scope: "agent" | "read" | "admin" | "runner";
            /** @enum {string} */
            status: "active" | "expired" | "revoked";
        };
        ApiMonitor: {
            /** Format: date-time */
            created_at: string;
            description: string;
            enabled: boolean;
            id: string;
            /** @description Seconds */
            interval: number;
            /** @description The run that finished last */
            last_run: {
                duration_ms: number | null;
                /** Format: date-time */
                finished_at: string;
                id: string;
                location: string;
                /** @enum {string} */
                status: "passed" | "failed";
            } | null;
            locations: string[];
            max_retries: number;
            name: string;
            org_id: string;
            parents: string[];
            /** @description `plan`: paused because it exceeds the plan. A larger plan resumes it; you can also resume it manually */
            paused_reason: "plan" | null;
            /** @enum {string} */
            status: "pending" | "up" | "degraded" | "down" | "unknown" | "paused" | "maintenance";
            /** @description Why `status` is `unknown`: error code and message of the third consecutive check that could not be evaluated; null for any other status */
            status_reason: string | null;
            /** Format: date-time */
            status_since: string;
            steps: {
                assertions: {
                    /** @enum {string} */
                    operator: "equals" | "not_equals" | "greater_than" | "greater_than_or_equal" | "less_than" | "less_than_or_equal" | "contains" | "not_contains" | "matches" | "exists" | "not_exists" | "is_empty" | "is_not_empty";
                    property: string | null;
                    /** @enum {string} */
                    type: "status_code" | "response_time" | "header" | "body" | "json_path" | "ssl_expiry";
                    value: (string | number | boolean) | null;
                }[];
                auth: ({
                    password: string;
                    /** @constant */
                    type: "basic";
                    username: string;
                } | {
                    token: string;
                    /** @constant */
                    type: "bearer";
                }) | null;
                /** @description A string, another JSON value, or null */
                body: unknown;
                continue_on_failure: boolean;
                extract: {
                    expression: string;
                    name: string;
                    /** @enum {string} */
                    source: "json_path" | "header" | "body_regex" | "status_code";
                }[];
                follow_redirects: boolean;
                headers: {
                    [key: string]: string;
                };
                /** @enum {string} */
                method: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS" | "COPY" | "LINK" | "LOCK" | "MKCOL" | "MOVE" | "PROPFIND" | "PROPPATCH" | "PURGE" | "QUERY" | "REPORT" | "SEARCH" | "UNLINK" | "UNLOCK" | "VIEW";
                name: string;
                query: {
                    [key: string]: string;
                };
                /** @description Seconds */
                timeout: number;
                url: string;
                verify_tls: boolean;
            }[];
            tags: string[];
            /** @description Seconds for the whole run */
            timeout: number;
            /** Format: date-time */
            updated_at: string;
            variables: {
                [key: string]: string;
            };
        };
        ApiMonitorDraft: {
            description: string;
            enabled: boolean;
            /** @description Seconds */
            interval: number;
            locations: string[];
            max_retries: number;
            name: string;
            steps: {
                assertions: {
                    /** @enum {string} */
                    operator: "equals" | "not_equals" | "greater_than" | "greater_than_or_equal" | "less_than" | "less_than_or_equal" | "contains" | "not_contains" | "matches" | "exists" | "not_exists" | "is_empty" | "is_not_empty";
                    property: string | null;
                    /** @enum {string} */
                    type: "status_code" | "response_time" | "header" | "body" | "json_path" | "ssl_expiry";
                    value: (string | number | boolean) | null;
                }[];
                auth: ({
                    password: string;
                    /** @constant */
                    type: "basic";
                    username: string;
                } | {
                    token: string;
                    /** @constant */
                    type: "bearer";
                }) | null;
                /** @description A string, another JSON value, or null */
                body: unknown;
                continue_on_failure: boolean;
                extract: {
                    expression: string;
                    name: string;
                    /** @enum {string} */
                    source: "json_path" | "header" | "body_regex" | "status_code";
                }[];
                follow_redirects: boolean;
                headers: {
                    [key: string]: string;
                };
                /** @enum {string} */
                method: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS" | "COPY" | "LINK" | "LOCK" | "MKCOL" | "MOVE" | "PROPFIND" | "PROPPATCH" | "PURGE" | "QUERY" | "REPORT" | "SEARCH" | "UNLINK" | "UNLOCK" | "VIEW";
                name: string;
                query: {
                    [key: string]: string;
                };
                /** @description Seconds */
                timeout: number;
                url: string;
                verify_tls: boolean;
            }[];
            tags: string[];
            /** @description Seconds for the whole run */
            timeout: number;
            variables: {
                [key: string]: string;
            };
        };
        ApiMonitorImport: {
            /** @description Valid bodies for `POST /api-monitors`; not enabled if a step writes or organization variables have to be created first */
            api_monitors: components["schemas"]["ApiMonitorDraft"][];
            /** @description IDs of the created API monitors; empty for a dry run */
            created: string[];
            dry_run: boolean;
            /** @enum {string} */
            format: "curl" | "har" | "postman" | "openapi";
            /** @description What could not be imported, and the values used instead */
            not_imported: {
                what: string;
                /** @description Position in the document */
                where: string;
                why: string;
            }[];
            /** @description All operations of the document, at most 10,000, to choose from with `select` */
            operations: {
                index: number;
                method: string;
                name: string;
                path: string;
                tag: string;
            }[];
            operations_total: number;
            /** @description Organization variables to create before the API monitors can pass */
            variables: {
                is_secret: boolean;
                name: string;
                why: string;
            }[];
            /** @description Indexes of the steps that are neither GET nor HEAD, counted across all API monitors */
            writes: number[];
        };
        ApiMonitorImportProgress: {
            bytes_received: number;
            /** @enum {string} */
            phase: "idle" | "receiving" | "waiting" | "reading" | "converting" | "storing";
        };
        ApiMonitorStats: {
            api_monitor_id: string;
            by_location: {
                error_checks: number;
                failed_checks: number;
                location: string;
                /** @description Response times of checks that got a response. Percentiles are accurate to 1 % */
                response_time_ms: {
                    avg: number | null;
                    max: number | null;
                    min: number | null;
                    p50: number | null;
                    p90: number | null;
                    p95: number | null;
                    p99: number | null;
                };
                /** @description 0 to 100; null if nothing was measured */
                success_percentage: number | null;
                total_checks: number;
            }[];
            downtime_seconds: number;
            /** @description Run durations. Percentiles are accurate to 1 % */
            duration_ms: {
                avg: number | null;
                max: number | null;
                min: number | null;
                p50: number | null;
                p90: number | null;
                p95: number | null;
                p99: number | null;
            };
            /** @description Checks in `total_checks` that could not be evaluated (status `error`); neither passed nor failed */
            error_checks: number;
            failed_checks: number;
            /** @description Percentage of runs that passed only after a retry, 0 to 100 */
            flaky_rate: number | null;
            /**
             * Format: date-time
             * @description Start of the covered period. If the target was created later, the time of its first observation
             */
            from: string;
            /** @description Number of times the target went down */
            incidents: number;
            /** @description Scheduled checks that Vedette missed; they do not count as downtime */
            missed_checks: number;
            /** @description Mean time to recovery of resolved incidents */
            mttr_seconds: number | null;
            /** @description Percentage of the requested period in which the target was monitored (`up`, `degraded` or `down`), 0 to 100 */
            observed_percentage: number;
            /** @description Percentage of runs that passed, 0 to 100; null without runs */
            pass_rate: number | null;
            period: ("1h" | "24h" | "7d" | "30d" | "90d") | null;
            /** @description Same as `duration_ms`, under the name that monitors use */
            response_time_ms: {
                avg: number | null;
                max: number | null;
                min: number | null;
                p50: number | null;
                p90: number | null;
                p95: number | null;
                p99: number | null;
            };
            series: {
                /** Format: date-time */
                at: string;
                avg_ms: number | null;
                /** @description Checks in `total` that could not be evaluated */
                errors: number;
                failed: number;
                p95_ms: number | null;
                total: number;
            }[];
            /** @description Scheduled checks that were skipped: the previous check was still running, maintenance, or the monthly checks of the plan were used up */
            skipped_checks: number;
            /** @description Steps of the current definition in order, or of the latest run of a script; skipped steps do not count */
            steps: {
                name: string;
                p95_ms: number | null;
                /** @description 0 to 100; null if nothing was measured */
                pass_rate: number | null;
            }[];
            /** Format: date-time */
            to: string;
            total_checks: number;
            uptime: {
                /** @description 0 to 100; null if nothing was measured */
                "7d": number | null;
                /** @description 0 to 100; null if nothing was measured */
                "24h": number | null;
                /** @description 0 to 100; null if nothing was measured */
                "30d": number | null;
                /** @description 0 to 100; null if nothing was measured */
                "90d": number | null;
            };
            /** @description Percentage of monitored time in which the target was not down, 0 to 100; pauses are excluded. Null if it was not monitored */
            uptime_percentage: number | null;
        };
        Artifact: {
            bytes: number;
            id: string;
            /** @enum {string} */
            kind: "screenshot" | "trace" | "video" | "har" | "log" | "baseline" | "diff";
            name: string;
            /** @description Requires the same credentials as the run */
            url: string;
        };
        ArtifactLink: {
            /** Format: date-time */
            expires_at: string;
            /** @description Requires no credentials until `expires_at` */
            url: string;
        };
        AuditEntry: {
            /** @enum {string} */
            action: "organization.create" | "organization.update" | "organization.delete" | "organization.transfer" | "organization.checkout" | "organization.change_plan" | "member.add" | "member.update" | "member.remove" | "member.leave" | "invitation.create" | "invitation.revoke" | "invitation.accept" | "api_key.create" | "api_key.revoke" | "monitor.create" | "monitor.update" | "monitor.delete" | "api_monitor.create" | "api_monitor.update" | "api_monitor.delete" | "journey.create" | "journey.update" | "journey.delete" | "journey.accept_baseline" | "variable.create" | "variable.update" | "variable.delete" | "alert_channel.create" | "alert_channel.update" | "alert_channel.delete" | "alert_channel.ask_recipient" | "recipient.confirm" | "recipient.refuse" | "alert_rule.create" | "alert_rule.update" | "alert_rule.delete" | "maintenance_window.create" | "maintenance_window.update" | "maintenance_window.end" | "maintenance_window.delete" | "alert.acknowledge" | "alert.resolve" | "access.denied" | "sign_in.failed" | "session.end" | "session.end_others";
            actor: {
                id: string | null;
                /** @enum {string} */
                kind: "key" | "member" | "system";
                name: string;
            };
            /** @description The written fields; values that may contain secrets are masked */
            after: {
                [key: string]: unknown;
            } | null;
            /** @description The written fields; values that may contain secrets are masked */
            before: {
                [key: string]: unknown;
            } | null;
            /** Format: date-time */
            created_at: string;
            /** @description SHA-256 over this entry and the hash of the previous entry */
            hash: string;
            id: string;
            ip: string | null;
            request_id: string | null;
            target: {
                id: string;
                /** @enum {string} */
                type: "organization" | "member" | "invitation" | "api_key" | "monitor" | "api_monitor" | "journey" | "variable" | "alert_channel" | "recipient" | "alert_rule" | "maintenance_window" | "alert" | "session";
            };
        };
        Baseline: {
            /** Format: date-time */
            accepted_at: string;
            /** @description ID of the user or API key; null if the first run set the baseline */
            accepted_by: string | null;
            /** @description Null after the user or key has left the organization */
            accepted_by_name: string | null;
            bytes: number;
            /** @description Null once no stored run has the image */
            image_url: string | null;
            label: string;
            location: string;
            /** @description The run that took the screenshot */
            run_id: string;
            /** @description Such as 1280x720, or the device name */
            viewport: string;
        };
        BillingPortal: {
            url: string;
        };
        Checkout: {
            /** Format: date-time */
            expires_at: string;
            id: string;
            /** @description Checkout page to open in a browser */
            url: string;
        };
        CheckoutOffer: {
            /** Format: date-time */
            expires_at: string;
            id: string;
            is_used: boolean;
            org_id: string;
            /** @description Number of targets the plan would pause */
            pauses: number;
            plan: components["schemas"]["Plan"];
            resumes: number;
        };
        CheckResult: {
            assertions: {
                actual: string | number | boolean | null;
                /** @enum {string} */
                operator: "equals" | "not_equals" | "greater_than" | "greater_than_or_equal" | "less_than" | "less_than_or_equal" | "contains" | "not_contains" | "matches" | "exists" | "not_exists" | "is_empty" | "is_not_empty";
                passed: boolean;
                property: string | null;
                /** @enum {string} */
                type: "status_code" | "response_time" | "header" | "body" | "json_path" | "ssl_expiry";
                value: (string | number | boolean) | null;
            }[];
            attempts: number;
            /** @description Bytes read: decoded if an assertion reads the body, otherwise as transferred */
            body_bytes: number | null;
            /** Format: date-time */
            checked_at: string;
            error: {
                /** @enum {string} */
                code: "DNS_FAILED" | "CONNECT_REFUSED" | "CONNECT_TIMEOUT" | "TLS_INVALID" | "TIMEOUT" | "CONNECTION_RESET" | "TOO_MANY_REDIRECTS" | "BODY_TOO_LARGE" | "PROTOCOL_ERROR" | "ADDRESS_BLOCKED" | "ASSERTION_FAILED" | "ASSERTION_TOO_COSTLY";
                message: string;
                /** @enum {string} */
                phase: "dns" | "connect" | "tls" | "request" | "headers" | "body" | "assertion";
                /** @enum {string} */
                reason?: "expired" | "not_yet_valid" | "self_signed" | "unknown_issuer" | "wrong_host" | "weak" | "handshake";
            } | null;
            id: string;
            ip: string | null;
            location: string;
            monitor_id: string;
            /** @description Milliseconds; null if the phase did not occur */
            response_time_ms: number | null;
            /** @description The runner that made the check; it may cover for another location */
            runner: string;
            /**
             * @description `error`: Vedette could not evaluate the target because of its own policy or limits or the monitor's configuration; neither up nor down
             * @enum {string}
             */
            status: "up" | "degraded" | "down" | "error";
            status_code: number | null;
            /** @description Sum to `response_time_ms`, across all redirects of the last attempt */
            timings: {
                /** @description Milliseconds; null if the phase did not occur */
                connect_ms: number | null;
                /** @description Milliseconds; null if the phase did not occur */
                dns_ms: number | null;
                /** @description Milliseconds; null if the phase did not occur */
                download_ms: number | null;
                /** @description Milliseconds; null if the phase did not occur */
                tls_ms: number | null;
                /** @description Milliseconds; null if the phase did not occur */
                ttfb_ms: number | null;
            };
            tls: {
                expires_at: string | null;
                issuer: string | null;
                protocol: string | null;
            } | null;
            /** @enum {string} */
            trigger: "schedule" | "manual";
        };
        CheckTrial: {
            /** @description One result per location that responded in time */
            results: components["schemas"]["TrialResult"][];
            /**
             * @description Combined status of all locations
             * @enum {string}
             */
            status: "up" | "degraded" | "down" | "error";
        };
        Failure: {
            error: {
                /** @enum {string} */
                code: "BAD_REQUEST" | "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "METHOD_NOT_ALLOWED" | "PRECONDITION_FAILED" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "TOO_MANY_REQUESTS" | "INTERNAL_SERVER_ERROR" | "SERVICE_UNAVAILABLE";
                /** @description One entry per invalid field */
                details?: {
                    message: string;
                    path: string;
                }[];
                /** @description What went wrong and what to do about it */
                message: string;
            };
            /** @constant */
            success: false;
        };
        /** @description Imports only operations that match every given criterion */
        ImportSelection: {
            methods?: ("GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS" | "COPY" | "LINK" | "LOCK" | "MKCOL" | "MOVE" | "PROPFIND" | "PROPPATCH" | "PURGE" | "QUERY" | "REPORT" | "SEARCH" | "UNLINK" | "UNLOCK" | "VIEW")[];
            /** @description `index` values from a dry run of the same document */
            operations?: number[];
            /** @description Paths as written in the document; a trailing `*` matches any suffix */
            paths?: string[];
            /** @description The first tag of an OpenAPI operation, the folder of a Postman request, the host of a HAR or cURL request */
            tags?: string[];
        };
        Invitation: {
            /** Format: date-time */
            created_at: string;
            email: string;
            /** Format: date-time */
            expires_at: string;
            id: string;
            invited_by: string;
            /** @enum {string} */
            role: "viewer" | "member" | "admin" | "owner";
            /** @enum {string} */
            status: "pending" | "accepted" | "expired" | "revoked";
        };
        Journey: {
            capture: {
                /** @enum {string} */
                trace: "on_failure" | "always" | "never";
                /** @enum {string} */
                video: "on_failure" | "always" | "never";
                video_with_secrets: boolean;
            };
            /** Format: date-time */
            created_at: string;
            description: string;
            device: string | null;
            enabled: boolean;
            id: string;
            /** @description Null to run on demand only */
            interval_seconds: number | null;
            /** @description The run that finished last */
            last_run: {
                duration_ms: number | null;
                /** Format: date-time */
                finished_at: string;
                id: string;
                location: string;
                /** @enum {string} */
                status: "passed" | "failed";
            } | null;
            locations: string[];
            max_retries: number;
            name: string;
            org_id: string;
            parents: string[];
            /** @description `plan`: paused because it exceeds the plan. A larger plan resumes it; you can also resume it manually */
            paused_reason: "plan" | null;
            primary_location: string;
            script: string | null;
            /** @enum {string} */
            status: "pending" | "up" | "degraded" | "down" | "unknown" | "paused" | "maintenance";
            /** @description Why `status` is `unknown`: error code and message of the third consecutive check that could not be evaluated; null for any other status */
            status_reason: string | null;
            /** Format: date-time */
            status_since: string;
            steps: components["schemas"]["JourneyStep"][] | null;
            tags: string[];
            timeout_seconds: number;
            /** Format: date-time */
            updated_at: string;
            viewport: {
                height: number;
                width: number;
            } | null;
        };
        JourneyStats: {
            by_location: {
                error_checks: number;
                failed_checks: number;
                location: string;
                /** @description Response times of checks that got a response. Percentiles are accurate to 1 % */
                response_time_ms: {
                    avg: number | null;
                    max: number | null;
                    min: number | null;
                    p50: number | null;
                    p90: number | null;
                    p95: number | null;
                    p99: number | null;
                };
                /** @description 0 to 100; null if nothing was measured */
                success_percentage: number | null;
                total_checks: number;
            }[];
            downtime_seconds: number;
            /** @description Run durations. Percentiles are accurate to 1 % */
            duration_ms: {
                avg: number | null;
                max: number | null;
                min: number | null;
                p50: number | null;
                p90: number | null;
                p95: number | null;
                p99: number | null;
            };
            /** @description Checks in `total_checks` that could not be evaluated (status `error`); neither passed nor failed */
            error_checks: number;
            failed_checks: number;
            /** @description Percentage of runs that passed only after a retry, 0 to 100 */
            flaky_rate: number | null;
            /**
             * Format: date-time
             * @description Start of the covered period. If the target was created later, the time of its first observation
             */
            from: string;
            /** @description Number of times the target went down */
            incidents: number;
            journey_id: string;
            /** @description Scheduled checks that Vedette missed; they do not count as downtime */
            missed_checks: number;
            /** @description Mean time to recovery of resolved incidents */
            mttr_seconds: number | null;
            /** @description Percentage of the requested period in which the target was monitored (`up`, `degraded` or `down`), 0 to 100 */
            observed_percentage: number;
            /** @description Percentage of runs that passed, 0 to 100; null without runs */
            pass_rate: number | null;
            period: ("1h" | "24h" | "7d" | "30d" | "90d") | null;
            /** @description Same as `duration_ms`, under the name that monitors use */
            response_time_ms: {
                avg: number | null;
                max: number | null;
                min: number | null;
                p50: number | null;
                p90: number | null;
                p95: number | null;
                p99: number | null;
            };
            series: {
                /** Format: date-time */
                at: string;
                avg_ms: number | null;
                /** @description Checks in `total` that could not be evaluated */
                errors: number;
                failed: number;
                p95_ms: number | null;
                total: number;
            }[];
            /** @description Scheduled checks that were skipped: the previous check was still running, maintenance, or the monthly checks of the plan were used up */
            skipped_checks: number;
            /** @description Steps of the current definition in order, or of the latest run of a script; skipped steps do not count */
            steps: {
                name: string;
                p95_ms: number | null;
                /** @description 0 to 100; null if nothing was measured */
                pass_rate: number | null;
            }[];
            /** Format: date-time */
            to: string;
            total_checks: number;
            uptime: {
                /** @description 0 to 100; null if nothing was measured */
                "7d": number | null;
                /** @description 0 to 100; null if nothing was measured */
                "24h": number | null;
                /** @description 0 to 100; null if nothing was measured */
                "30d": number | null;
                /** @description 0 to 100; null if nothing was measured */
                "90d": number | null;
            };
            /** @description Percentage of monitored time in which the target was not down, 0 to 100; pauses are excluded. Null if it was not monitored */
            uptime_percentage: number | null;
        };
        JourneyStep: {
            /** @enum {string} */
            action: "goto" | "click" | "double_click" | "hover" | "check" | "uncheck" | "fill" | "select_option" | "press" | "upload" | "wait_for" | "expect_visible" | "expect_hidden" | "expect_text" | "expect_value" | "expect_count" | "expect_attribute" | "expect_url" | "expect_title" | "screenshot" | "request" | "set_variable" | "totp";
            always_run: boolean;
            assertions?: {
                /** @enum {string} */
                operator: "equals" | "not_equals" | "greater_than" | "greater_than_or_equal" | "less_than" | "less_than_or_equal" | "contains" | "not_contains" | "matches" | "exists" | "not_exists" | "is_empty" | "is_not_empty";
                property: string | null;
                /** @enum {string} */
                type: "status_code" | "response_time" | "header" | "body" | "json_path" | "ssl_expiry";
                value: (string | number | boolean) | null;
            }[];
            attribute?: string;
            auth?: ({
                password: string;
                /** @constant */
                type: "basic";
                username: string;
            } | {
                token: string;
                /** @constant */
                type: "bearer";
            }) | null;
            /** @description A string, another JSON value, or null */
            body?: unknown;
            compare?: boolean;
            content_base64?: string;
            continue_on_failure: boolean;
            extract?: {
                expression: string;
                name: string;
                /** @enum {string} */
                source: "json_path" | "header" | "body_regex" | "status_code";
            }[];
            follow_redirects?: boolean;
            from?: {
                attribute: string | null;
                selector: string;
            } | {
                value: string;
            };
            full_page?: boolean;
            headers?: {
                [key: string]: string;
            };
            key?: string;
            label?: string;
            load_state?: ("load" | "domcontentloaded" | "networkidle") | null;
            mask?: string[];
            /** @enum {string} */
            method?: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS" | "COPY" | "LINK" | "LOCK" | "MKCOL" | "MOVE" | "PROPFIND" | "PROPPATCH" | "PURGE" | "QUERY" | "REPORT" | "SEARCH" | "UNLINK" | "UNLOCK" | "VIEW";
            milliseconds?: number | null;
            name: string;
            /** @enum {string} */
            operator?: "equals" | "not_equals" | "greater_than" | "greater_than_or_equal" | "less_than" | "less_than_or_equal" | "contains" | "not_contains" | "matches" | "exists" | "not_exists" | "is_empty" | "is_not_empty";
            query?: {
                [key: string]: string;
            };
            screenshot: boolean;
            secret?: string;
            selector?: string | null;
            threshold_percent?: number | null;
            timeout_ms: number;
            url?: string | null;
            value?: string | null;
            variable?: string;
            verify_tls?: boolean;
        };
        ListedMonitor: {
            assertions: {
                /** @enum {string} */
                operator: "equals" | "not_equals" | "greater_than" | "greater_than_or_equal" | "less_than" | "less_than_or_equal" | "contains" | "not_contains" | "matches" | "exists" | "not_exists" | "is_empty" | "is_not_empty";
                property: string | null;
                /** @enum {string} */
                type: "status_code" | "response_time" | "header" | "body" | "json_path" | "ssl_expiry";
                value: (string | number | boolean) | null;
            }[];
            body: string | null;
            /** Format: date-time */
            created_at: string;
            degraded_after_ms: number | null;
            enabled: boolean;
            follow_redirects: boolean;
            headers: {
                [key: string]: string;
            };
            host: string | null;
            id: string;
            /** @description Seconds */
            interval: number;
            last_checked_at: string | null;
            last_response_time_ms: number | null;
            locations: string[];
            method: ("GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS") | null;
            name: string;
            org_id: string;
            /** @description With `include=uptime`: accurate to 1 %, since the full hour before the last 24 hours; null if nothing was measured */
            p95_24h_ms?: number | null;
            parents: string[];
            /** @description `plan`: paused because it exceeds the plan. A larger plan resumes it; you can also resume it manually */
            paused_reason: "plan" | null;
            port: number | null;
            /** @description With `include=recent`: at most 30 results, newest first */
            recent_results?: components["schemas"]["RecentResult"][];
            retries: number;
            ssl_expires_at: string | null;
            /** @enum {string} */
            status: "pending" | "up" | "degraded" | "down" | "unknown" | "paused" | "maintenance";
            /** @description Why `status` is `unknown`: error code and message of the third consecutive check that could not be evaluated; null for any other status */
            status_reason: string | null;
            /** Format: date-time */
            status_since: string;
            tags: string[];
            /** @description Seconds */
            timeout: number;
            /** @enum {string} */
            type: "url" | "tcp";
            /** Format: date-time */
            updated_at: string;
            /** @description With `include=uptime`: percentage of the last 24 hours; null if the monitor was not monitored */
            uptime_24h?: number | null;
            url: string | null;
            verify_tls: boolean;
        };
        Location: {
            id: string;
            last_seen_at: string | null;
            /** @description True if only runners with a key of the organization make its checks, without a fallback location */
            private: boolean;
            /** @description Number of runners at this location now */
            runners: number;
            /** @description True while a runner of another location covers its checks */
            stand_in: boolean;
        };
        MaintenanceWindow: {
            /** @description Whether the window is in effect now */
            active: boolean;
            api_monitor_ids: string[];
            counts_uptime: boolean;
            /** @description Whether the window covers every target of the organization */
            covers_all: boolean;
            /** Format: date-time */
            created_at: string;
            /** @description ID of the user or API key */
            created_by: string;
            duration_seconds: number;
            /** @description When an occurrence was last ended early */
            ended_at: string | null;
            /** @description End of the current occurrence */
            ends_at: string | null;
            id: string;
            journey_ids: string[];
            /** @enum {string} */
            mode: "mute" | "pause";
            monitor_ids: string[];
            name: string;
            next_starts_at: string | null;
            org_id: string;
            rrule: string | null;
            /**
             * Format: date-time
             * @description Start of the first occurrence
             */
            starts_at: string;
            tags: string[];
            timezone: string;
            /** Format: date-time */
            updated_at: string;
        };
        Member: {
            email: string;
            id: string;
            /** Format: date-time */
            joined_at: string;
            name: string;
            /** @enum {string} */
            role: "viewer" | "member" | "admin" | "owner";
            user_id: string;
        };
        Monitor: {
            assertions: {
                /** @enum {string} */
                operator: "equals" | "not_equals" | "greater_than" | "greater_than_or_equal" | "less_than" | "less_than_or_equal" | "contains" | "not_contains" | "matches" | "exists" | "not_exists" | "is_empty" | "is_not_empty";
                property: string | null;
                /** @enum {string} */
                type: "status_code" | "response_time" | "header" | "body" | "json_path" | "ssl_expiry";
                value: (string | number | boolean) | null;
            }[];
            body: string | null;
            /** Format: date-time */
            created_at: string;
            degraded_after_ms: number | null;
            enabled: boolean;
            follow_redirects: boolean;
            headers: {
                [key: string]: string;
            };
            host: string | null;
            id: string;
            /** @description Seconds */
            interval: number;
            last_checked_at: string | null;
            last_response_time_ms: number | null;
            locations: string[];
            method: ("GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS") | null;
            name: string;
            org_id: string;
            parents: string[];
            /** @description `plan`: paused because it exceeds the plan. A larger plan resumes it; you can also resume it manually */
            paused_reason: "plan" | null;
            port: number | null;
            retries: number;
            ssl_expires_at: string | null;
            /** @enum {string} */
            status: "pending" | "up" | "degraded" | "down" | "unknown" | "paused" | "maintenance";
            /** @description Why `status` is `unknown`: error code and message of the third consecutive check that could not be evaluated; null for any other status */
            status_reason: string | null;
            /** Format: date-time */
            status_since: string;
            tags: string[];
            /** @description Seconds */
            timeout: number;
            /** @enum {string} */
            type: "url" | "tcp";
            /** Format: date-time */
            updated_at: string;
            url: string | null;
            verify_tls: boolean;
        };
        MonitorStats: {
            by_location: {
                error_checks: number;
                failed_checks: number;
                location: string;
                /** @description Response times of checks that got a response. Percentiles are accurate to 1 % */
                response_time_ms: {
                    avg: number | null;
                    max: number | null;
                    min: number | null;
                    p50: number | null;
                    p90: number | null;
                    p95: number | null;
                    p99: number | null;
                };
                /** @description 0 to 100; null if nothing was measured */
                success_percentage: number | null;
                total_checks: number;
            }[];
            downtime_seconds: number;
            /** @description Checks in `total_checks` that could not be evaluated (status `error`); neither passed nor failed */
            error_checks: number;
            failed_checks: number;
            /**
             * Format: date-time
             * @description Start of the covered period. If the target was created later, the time of its first observation
             */
            from: string;
            /** @description Number of times the target went down */
            incidents: number;
            /** @description Scheduled checks that Vedette missed; they do not count as downtime */
            missed_checks: number;
            monitor_id: string;
            /** @description Mean time to recovery of resolved incidents */
            mttr_seconds: number | null;
            /** @description Percentage of the requested period in which the target was monitored (`up`, `degraded` or `down`), 0 to 100 */
            observed_percentage: number;
            period: ("1h" | "24h" | "7d" | "30d" | "90d") | null;
            /** @description Response times of checks that got a response. Percentiles are accurate to 1 % */
            response_time_ms: {
                avg: number | null;
                max: number | null;
                min: number | null;
                p50: number | null;
                p90: number | null;
                p95: number | null;
                p99: number | null;
            };
            series: {
                /** Format: date-time */
                at: string;
                avg_ms: number | null;
                /** @description Checks in `total` that could not be evaluated */
                errors: number;
                failed: number;
                p95_ms: number | null;
                /** @description With `include=timings`: average duration of each phase; they sum to `avg_ms`. Null if unknown */
                timings?: {
                    /** @description Milliseconds; null if the phase did not occur */
                    connect_ms: number | null;
                    /** @description Milliseconds; null if the phase did not occur */
                    dns_ms: number | null;
                    /** @description Milliseconds; null if the phase did not occur */
                    download_ms: number | null;
                    /** @description Milliseconds; null if the phase did not occur */
                    tls_ms: number | null;
                    /** @description Milliseconds; null if the phase did not occur */
                    ttfb_ms: number | null;
                } | null;
                total: number;
            }[];
            /** @description Scheduled checks that were skipped: the previous check was still running, maintenance, or the monthly checks of the plan were used up */
            skipped_checks: number;
            /** Format: date-time */
            to: string;
            total_checks: number;
            uptime: {
                /** @description 0 to 100; null if nothing was measured */
                "7d": number | null;
                /** @description 0 to 100; null if nothing was measured */
                "24h": number | null;
                /** @description 0 to 100; null if nothing was measured */
                "30d": number | null;
                /** @description 0 to 100; null if nothing was measured */
                "90d": number | null;
            };
            /** @description Percentage of monitored time in which the target was not down, 0 to 100; pauses are excluded. Null if it was not monitored */
            uptime_percentage: number | null;
        };
        NewApiKey: {
            /** Format: date-time */
            created_at: string;
            created_by: string;
            expires_at: string | null;
            id: string;
            /** @description The key itself; shown only once */
            key: string;
            /** @description First characters of the key, to distinguish keys */
            key_start: string;
            /** @description Accurate to the minute */
            last_used_at: string | null;
            /** @description Location of its runners; null for every other scope */
            location: string | null;
            name: string;
            revoked_at: string | null;
            /** @enum {string} */
            scope: "agent" | "read" | "admin" | "runner";
            /** @enum {string} */
            status: "active" | "expired" | "revoked";
        };
        NewAuthenticatorApp: {
            /** @description Shown only once; each code can be used once */
            recovery_codes: string[];
            /** @description `otpauth://…`, for the authenticator app */
            uri: string;
        };
        NewInvitation: {
            /** Format: date-time */
            created_at: string;
            email: string;
            /** Format: date-time */
            expires_at: string;
            id: string;
            /** @description Shown only once; can be used once, by this email address only */
            invite_url: string;
            invited_by: string;
            /** @description Whether an email with the link was queued */
            mailed: boolean;
            /** @enum {string} */
            role: "viewer" | "member" | "admin" | "owner";
            /** @enum {string} */
            status: "pending" | "accepted" | "expired" | "revoked";
        };
        Organization: {
            /** Format: date-time */
            created_at: string;
            id: string;
            name: string;
            plan_id: string;
            /**
             * @description Role of the caller; for an API key, the role that corresponds to its scope
             * @enum {string}
             */
            role: "viewer" | "member" | "admin" | "owner";
            settings: {
                retention_days: number;
                timezone: string;
            };
            slug: string;
        };
        OwnSession: {
            /** @description IP address that signed in */
            address: string | null;
            /** @description Browser and system, such as Firefox on Linux */
            browser: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            expires_at: string;
            id: string;
            /** @description Whether this is the session of the request */
            is_current: boolean;
            /** Format: date-time */
            last_seen_at: string;
        };
        Person: {
            email: string;
            email_verified: boolean;
            id: string;
            name: string;
            two_factor_enabled: boolean;
        };
        PipelineRun: {
            /** @description For kind `api_monitor` */
            api_monitor_id?: string;
            /** @description Why files of the run are missing */
            artifact_error?: string | null;
            /** @description Files that the run produced, and files uploaded to it */
            artifacts: components["schemas"]["Artifact"][];
            attempt: number;
            /** @description Finished attempts, in order */
            attempts: {
                attempt: number;
                error: {
                    /** @enum {string} */
                    code: "DNS_FAILED" | "CONNECT_REFUSED" | "CONNECT_TIMEOUT" | "TLS_INVALID" | "TIMEOUT" | "CONNECTION_RESET" | "TOO_MANY_REDIRECTS" | "BODY_TOO_LARGE" | "PROTOCOL_ERROR" | "ADDRESS_BLOCKED" | "ASSERTION_FAILED" | "ASSERTION_TOO_COSTLY" | "UNKNOWN_VARIABLE" | "INVALID_REQUEST" | "EXTRACTION_FAILED" | "NO_STEPS" | "CANCELLED" | "RUNNER_LOST" | "NO_RUNNER" | "SECRET_UNAVAILABLE" | "INTERNAL" | "STEP_FAILED" | "NAVIGATION_FAILED" | "ELEMENT_NOT_FOUND" | "VISUAL_DIFFERENCE" | "BROWSER_CRASHED" | "SCRIPT_FAILED" | "SCRIPT_SANDBOX_UNAVAILABLE";
                    message: string;
                    step_index: number | null;
                } | null;
                /** Format: date-time */
                finished_at: string;
                runner: string | null;
                started_at: string | null;
                /** @enum {string} */
                status: "passed" | "failed";
            }[];
            /** @description Duration of the last attempt */
            duration_ms: number | null;
            error: {
                /** @enum {string} */
                code: "DNS_FAILED" | "CONNECT_REFUSED" | "CONNECT_TIMEOUT" | "TLS_INVALID" | "TIMEOUT" | "CONNECTION_RESET" | "TOO_MANY_REDIRECTS" | "BODY_TOO_LARGE" | "PROTOCOL_ERROR" | "ADDRESS_BLOCKED" | "ASSERTION_FAILED" | "ASSERTION_TOO_COSTLY" | "UNKNOWN_VARIABLE" | "INVALID_REQUEST" | "EXTRACTION_FAILED" | "NO_STEPS" | "CANCELLED" | "RUNNER_LOST" | "NO_RUNNER" | "SECRET_UNAVAILABLE" | "INTERNAL" | "STEP_FAILED" | "NAVIGATION_FAILED" | "ELEMENT_NOT_FOUND" | "VISUAL_DIFFERENCE" | "BROWSER_CRASHED" | "SCRIPT_FAILED" | "SCRIPT_SANDBOX_UNAVAILABLE";
                message: string;
                step_index: number | null;
            } | null;
            finished_at: string | null;
            id: string;
            /** @description For kind `journey` */
            journey_id?: string;
            /** @enum {string} */
            kind: "api_monitor" | "journey";
            location: string;
            max_attempts: number;
            org_id: string;
            /** Format: date-time */
            queued_at: string;
            /** @description Same as `id` */
            run_id: string;
            runner: string | null;
            /** @description Null while the run is queued */
            started_at: string | null;
            /** @enum {string} */
            status: "running" | "passed" | "failed" | "pending_retry";
            /** @description URL to query the status of the run; supports `wait` */
            status_url: string;
            steps_passed: number;
            steps_total: number;
            /** @enum {string} */
            trigger: "schedule" | "manual" | "pipeline";
            /** @description The largest difference of the compared screenshots */
            visual_diff_percent?: number | null;
            /** @description Dashboard page of the run */
            web_url: string;
            /** @description For kind `journey`, like the next two fields: the worst value of each metric over all pages */
            web_vitals?: {
                cls: number | null;
                fcp_ms: number | null;
                inp_ms: number | null;
                lcp_ms: number | null;
                ttfb_ms: number | null;
            } | null;
        };
        Plan: {
            description: string;
            id: string;
            /** @description Whether this is the plan of the caller's organization */
            is_current: boolean;
            limits: components["schemas"]["PlanLimits"];
            name: string;
            /** @description Null for a free plan */
            price: {
                /** @description In the smallest unit of the currency */
                amount: number;
                currency: string;
                /** @enum {string} */
                interval: "month" | "year";
            } | null;
        };
        PlanChange: {
            /** @description Number of targets paused by the plan */
            paused: number;
            plan_id: string;
            previous_plan_id: string;
            /** @description Number of targets resumed that an earlier plan had paused */
            resumed: number;
        };
        PlanLimits: {
            /** @description API monitor runs per month */
            api_runs: number | null;
            /** @description Journey runs per month */
            browser_runs: number | null;
            /** @description Monitor checks per month, counted per location */
            check_runs: number | null;
            /** @description Members and open invitations */
            members: number | null;
            /** @description Shortest check interval */
            min_interval_seconds: number | null;
            /** @description Monitors, API monitors and journeys in total */
            monitors: number | null;
            /** @description Days of result retention */
            retention_days: number | null;
        };
        RecentResult: {
            /** Format: date-time */
            checked_at: string;
            error_message: string | null;
            location: string;
            response_time_ms: number | null;
            /** @enum {string} */
            status: "up" | "degraded" | "down" | "error";
        };
        RecipientAnswer: {
            email: string;
            organization_name: string;
            /**
             * @description `unconfirmed`: no alerts are sent until the recipient opens the confirmation link; `refused`: the recipient declined
             * @enum {string}
             */
            status: "confirmed" | "unconfirmed" | "refused";
        };
        RecipientState: {
            /** @description When the last confirmation email was sent */
            asked_at: string | null;
            email: string;
            /**
             * @description `unconfirmed`: no alerts are sent until the recipient opens the confirmation link; `refused`: the recipient declined
             * @enum {string}
             */
            status: "confirmed" | "unconfirmed" | "refused";
        };
        RecoveryCodes: {
            /** @description Shown only once; each code can be used once */
            recovery_codes: string[];
        };
        Run: {
            /** @description For kind `api_monitor` */
            api_monitor_id?: string;
            /** @description Why files of the run are missing */
            artifact_error?: string | null;
            /** @description Files that the run produced, and files uploaded to it */
            artifacts: components["schemas"]["Artifact"][];
            attempt: number;
            /** @description Finished attempts, in order */
            attempts: {
                attempt: number;
                error: {
                    /** @enum {string} */
                    code: "DNS_FAILED" | "CONNECT_REFUSED" | "CONNECT_TIMEOUT" | "TLS_INVALID" | "TIMEOUT" | "CONNECTION_RESET" | "TOO_MANY_REDIRECTS" | "BODY_TOO_LARGE" | "PROTOCOL_ERROR" | "ADDRESS_BLOCKED" | "ASSERTION_FAILED" | "ASSERTION_TOO_COSTLY" | "UNKNOWN_VARIABLE" | "INVALID_REQUEST" | "EXTRACTION_FAILED" | "NO_STEPS" | "CANCELLED" | "RUNNER_LOST" | "NO_RUNNER" | "SECRET_UNAVAILABLE" | "INTERNAL" | "STEP_FAILED" | "NAVIGATION_FAILED" | "ELEMENT_NOT_FOUND" | "VISUAL_DIFFERENCE" | "BROWSER_CRASHED" | "SCRIPT_FAILED" | "SCRIPT_SANDBOX_UNAVAILABLE";
                    message: string;
                    step_index: number | null;
                } | null;
                /** Format: date-time */
                finished_at: string;
                runner: string | null;
                started_at: string | null;
                /** @enum {string} */
                status: "passed" | "failed";
            }[];
            /** @description Duration of the last attempt */
            duration_ms: number | null;
            error: {
                /** @enum {string} */
                code: "DNS_FAILED" | "CONNECT_REFUSED" | "CONNECT_TIMEOUT" | "TLS_INVALID" | "TIMEOUT" | "CONNECTION_RESET" | "TOO_MANY_REDIRECTS" | "BODY_TOO_LARGE" | "PROTOCOL_ERROR" | "ADDRESS_BLOCKED" | "ASSERTION_FAILED" | "ASSERTION_TOO_COSTLY" | "UNKNOWN_VARIABLE" | "INVALID_REQUEST" | "EXTRACTION_FAILED" | "NO_STEPS" | "CANCELLED" | "RUNNER_LOST" | "NO_RUNNER" | "SECRET_UNAVAILABLE" | "INTERNAL" | "STEP_FAILED" | "NAVIGATION_FAILED" | "ELEMENT_NOT_FOUND" | "VISUAL_DIFFERENCE" | "BROWSER_CRASHED" | "SCRIPT_FAILED" | "SCRIPT_SANDBOX_UNAVAILABLE";
                message: string;
                step_index: number | null;
            } | null;
            finished_at: string | null;
            id: string;
            /** @description For kind `journey` */
            journey_id?: string;
            /** @enum {string} */
            kind: "api_monitor" | "journey";
            location: string;
            max_attempts: number;
            org_id: string;
            /** Format: date-time */
            queued_at: string;
            runner: string | null;
            /** @description Null while the run is queued */
            started_at: string | null;
            /** @enum {string} */
            status: "running" | "passed" | "failed" | "pending_retry";
            steps_passed: number;
            steps_total: number;
            /** @enum {string} */
            trigger: "schedule" | "manual" | "pipeline";
            /** @description The largest difference of the compared screenshots */
            visual_diff_percent?: number | null;
            /** @description For kind `journey`, like the next two fields: the worst value of each metric over all pages */
            web_vitals?: {
                cls: number | null;
                fcp_ms: number | null;
                inp_ms: number | null;
                lcp_ms: number | null;
                ttfb_ms: number | null;
            } | null;
        };
        RunnerArtifact: {
            bytes: number;
            /** @description Identifies the file in the report of the run */
            ref: string;
        };
        RunnerReceipt: {
            accepted: number;
            /** @description Reports of work that was not assigned with this key or is too old; do not send them again */
            refused: number;
        };
        RunnerWork: {
            answered_at_ms: number;
            checks: {
                /** @description A check with its spec */
                job: {
                    [key: string]: unknown;
                };
                /** @description Identifies the work, signed by the server; reports include it */
                ticket: string;
            }[];
            /** @description Server clock when the poll arrived */
            received_at_ms: number;
            runs: {
                /** @description An attempt of a run */
                job: {
                    [key: string]: unknown;
                };
                /** @description Identifies the work, signed by the server; reports include it */
                ticket: string;
            }[];
        };
        RunStep: {
            action: string;
            assertions: {
                actual: string | number | boolean | null;
                /** @enum {string} */
                operator: "equals" | "not_equals" | "greater_than" | "greater_than_or_equal" | "less_than" | "less_than_or_equal" | "contains" | "not_contains" | "matches" | "exists" | "not_exists" | "is_empty" | "is_not_empty";
                passed: boolean;
                property: string | null;
                /** @enum {string} */
                type: "status_code" | "response_time" | "header" | "body" | "json_path" | "ssl_expiry";
                value: (string | number | boolean) | null;
            }[];
            attempt: number;
            /** @description At most 50 lines */
            console?: {
                /** Format: date-time */
                at: string;
                /** @enum {string} */
                level: "error" | "warning";
                text: string;
                url: string | null;
            }[];
            duration_ms: number | null;
            error: {
                /** @enum {string} */
                code: "DNS_FAILED" | "CONNECT_REFUSED" | "CONNECT_TIMEOUT" | "TLS_INVALID" | "TIMEOUT" | "CONNECTION_RESET" | "TOO_MANY_REDIRECTS" | "BODY_TOO_LARGE" | "PROTOCOL_ERROR" | "ADDRESS_BLOCKED" | "ASSERTION_FAILED" | "ASSERTION_TOO_COSTLY" | "UNKNOWN_VARIABLE" | "INVALID_REQUEST" | "EXTRACTION_FAILED" | "NO_STEPS" | "CANCELLED" | "RUNNER_LOST" | "NO_RUNNER" | "SECRET_UNAVAILABLE" | "INTERNAL" | "STEP_FAILED" | "NAVIGATION_FAILED" | "ELEMENT_NOT_FOUND" | "VISUAL_DIFFERENCE" | "BROWSER_CRASHED" | "SCRIPT_FAILED" | "SCRIPT_SANDBOX_UNAVAILABLE";
                message: string;
            } | null;
            extracted: {
                name: string;
                value: string | null;
            }[];
            /** @description At most 50 */
            failed_requests?: {
                error: string | null;
                method: string;
                status_code: number | null;
                url: string;
            }[];
            index: number;
            name: string;
            request: {
                /** @description The first 64 KiB; null if there is no text */
                body: string | null;
                body_truncated: boolean;
                headers: {
                    [key: string]: string;
                };
                method: string;
                url: string;
            } | null;
            response: {
                /** @description The first 64 KiB; null if there is no text */
                body: string | null;
                body_bytes: number | null;
                body_truncated: boolean;
                headers: {
                    [key: string]: string;
                };
                ip: string | null;
                redirects: number;
                status_code: number;
                timings: {
                    connect_ms: number | null;
                    dns_ms: number | null;
                    download_ms: number | null;
                    tls_ms: number | null;
                    ttfb_ms: number | null;
                };
                tls: {
                    expires_at: string | null;
                    issuer: string | null;
                    protocol: string | null;
                } | null;
            } | null;
            screenshot_url?: string | null;
            started_at: string | null;
            /** @enum {string} */
            status: "passed" | "failed" | "skipped";
            url: string | null;
            visual_diff?: {
                actual_url: string | null;
                baseline_url: string | null;
                /** @description Null if nothing differs */
                diff_url: string | null;
                label: string;
                percent: number;
            } | null;
        };
        RunTrial: {
            duration_ms: number;
            error: {
                /** @enum {string} */
                code: "DNS_FAILED" | "CONNECT_REFUSED" | "CONNECT_TIMEOUT" | "TLS_INVALID" | "TIMEOUT" | "CONNECTION_RESET" | "TOO_MANY_REDIRECTS" | "BODY_TOO_LARGE" | "PROTOCOL_ERROR" | "ADDRESS_BLOCKED" | "ASSERTION_FAILED" | "ASSERTION_TOO_COSTLY" | "UNKNOWN_VARIABLE" | "INVALID_REQUEST" | "EXTRACTION_FAILED" | "NO_STEPS" | "CANCELLED" | "RUNNER_LOST" | "NO_RUNNER" | "SECRET_UNAVAILABLE" | "INTERNAL" | "STEP_FAILED" | "NAVIGATION_FAILED" | "ELEMENT_NOT_FOUND" | "VISUAL_DIFFERENCE" | "BROWSER_CRASHED" | "SCRIPT_FAILED" | "SCRIPT_SANDBOX_UNAVAILABLE";
                message: string;
                step_index: number | null;
            } | null;
            location: string;
            runner: string;
            /** Format: date-time */
            started_at: string;
            /** @enum {string} */
            status: "passed" | "failed";
            steps: components["schemas"]["RunStep"][];
        };
        SignInState: {
            /** @description Whether this server sends email */
            mail: boolean;
            /** @description Whether the first account still has to be created */
            needs_set_up: boolean;
            /** @description OpenID Connect provider, if configured */
            oidc: {
                name: string;
            } | null;
            /** @description The signed-in user */
            person: components["schemas"]["Person"] | null;
            /**
             * @description Whether sign-up requires an invitation
             * @enum {string}
             */
            sign_up: "invite" | "open";
        };
        Target: {
            /** @description URL, or host and port, of a monitor; null for other kinds */
            address: string | null;
            enabled: boolean;
            /** @description Why the latest check of a monitor failed, by location */
            failures: {
                [key: string]: string;
            };
            id: string;
            /** @enum {string} */
            kind: "monitor" | "api_monitor" | "journey";
            /** @description Time of the latest check or finished run */
            last_checked_at: string | null;
            /** @description Response time of that check, or duration of that run; null if there was no response */
            last_duration_ms: number | null;
            name: string;
            /** @description `plan`: paused because it exceeds the plan. A larger plan resumes it; you can also resume it manually */
            paused_reason: "plan" | null;
            /** @enum {string} */
            status: "pending" | "up" | "degraded" | "down" | "unknown" | "paused" | "maintenance";
            /** @description Why `status` is `unknown`: error code and message of the third consecutive check that could not be evaluated; null for any other status */
            status_reason: string | null;
            /** Format: date-time */
            status_since: string;
            tags: string[];
            /** @description Monitor type; null for other kinds */
            type: ("url" | "tcp") | null;
        };
        /** @description A check result without an id: it is not stored */
        TrialResult: {
            assertions: {
                actual: string | number | boolean | null;
                /** @enum {string} */
                operator: "equals" | "not_equals" | "greater_than" | "greater_than_or_equal" | "less_than" | "less_than_or_equal" | "contains" | "not_contains" | "matches" | "exists" | "not_exists" | "is_empty" | "is_not_empty";
                passed: boolean;
                property: string | null;
                /** @enum {string} */
                type: "status_code" | "response_time" | "header" | "body" | "json_path" | "ssl_expiry";
                value: (string | number | boolean) | null;
            }[];
            attempts: number;
            /** @description Bytes read: decoded if an assertion reads the body, otherwise as transferred */
            body_bytes: number | null;
            /** Format: date-time */
            checked_at: string;
            error: {
                /** @enum {string} */
                code: "DNS_FAILED" | "CONNECT_REFUSED" | "CONNECT_TIMEOUT" | "TLS_INVALID" | "TIMEOUT" | "CONNECTION_RESET" | "TOO_MANY_REDIRECTS" | "BODY_TOO_LARGE" | "PROTOCOL_ERROR" | "ADDRESS_BLOCKED" | "ASSERTION_FAILED" | "ASSERTION_TOO_COSTLY";
                message: string;
                /** @enum {string} */
                phase: "dns" | "connect" | "tls" | "request" | "headers" | "body" | "assertion";
                /** @enum {string} */
                reason?: "expired" | "not_yet_valid" | "self_signed" | "unknown_issuer" | "wrong_host" | "weak" | "handshake";
            } | null;
            ip: string | null;
            location: string;
            /** @description Milliseconds; null if the phase did not occur */
            response_time_ms: number | null;
            /** @description The runner that made the check; it may cover for another location */
            runner: string;
            /**
             * @description `error`: Vedette could not evaluate the target because of its own policy or limits or the monitor's configuration; neither up nor down
             * @enum {string}
             */
            status: "up" | "degraded" | "down" | "error";
            status_code: number | null;
            /** @description Sum to `response_time_ms`, across all redirects of the last attempt */
            timings: {
                /** @description Milliseconds; null if the phase did not occur */
                connect_ms: number | null;
                /** @description Milliseconds; null if the phase did not occur */
                dns_ms: number | null;
                /** @description Milliseconds; null if the phase did not occur */
                download_ms: number | null;
                /** @description Milliseconds; null if the phase did not occur */
                tls_ms: number | null;
                /** @description Milliseconds; null if the phase did not occur */
                ttfb_ms: number | null;
            };
            tls: {
                expires_at: string | null;
                issuer: string | null;
                protocol: string | null;
            } | null;
        };
        Usage: {
            alerts_sent: number;
            api_runs: number;
            browser_runs: number;
            /** @description Monitor checks with a stored result, counted per location */
            check_runs: number;
            journeys: number;
            limits: components["schemas"]["PlanLimits"];
            /** @description Members and open invitations */
            members: number;
            /** @description Monitors and API monitors */
            monitors: number;
            org_id: string;
            /** @description Targets paused by the plan; a larger plan resumes them */
            paused_by_plan: number;
            /** @description Calendar month, in UTC */
            period: {
                /** Format: date-time */
                from: string;
                /** Format: date-time */
                to: string;
            };
            plan_id: string;
            /** @description Projected usage at the end of the period */
            projection: {
                api_runs: number;
                browser_runs: number;
                check_runs: number;
            };
            subscription: {
                current_period_end: string | null;
                grace_until: string | null;
                /** @enum {string} */
                provider: "built-in" | "stripe";
                status: string;
            } | null;
        };
        Variable: {
            /** Format: date-time */
            created_at: string;
            has_value: boolean;
            id: string;
            name: string;
            org_id: string;
            /** @enum {string} */
            type: "string" | "secret";
            /** Format: date-time */
            updated_at: string;
            /** @description Null for a secret, which is never returned */
            value: string | null;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: {
        AlertChannelCreate: {
            content: {
                "application/json": {
                    config: {
                        /** @description Alternative to a webhook. Recoveries are posted in the thread of their alert */
                        bot_token?: string | null;
                        /** @description Channel name or ID; required with `bot_token` */
                        channel?: string | null;
                        /** @description URL of an incoming webhook */
                        webhook_url?: string | null;
                    };
                    /** @description Read-only; ignored in a request */
                    readonly created_at?: unknown;
                    /** @description Read-only; ignored in a request */
                    readonly disabled_at?: unknown;
                    /** @description Read-only; ignored in a request */
                    readonly disabled_reason?: unknown;
                    /** @description Read-only; ignored in a request */
                    readonly id?: unknown;
                    name: string;
                    /** @description The organization of the key; any other ID returns 403 */
                    org_id?: string | null;
                    /** @description Read-only; ignored in a request */
                    readonly recipient_states?: unknown;
                    /** @description Read-only; ignored in a request */
                    readonly signing_secret?: unknown;
                    /** @constant */
                    type: "slack";
                    /** @description Read-only; ignored in a request */
                    readonly updated_at?: unknown;
                } | {
                    config: {
                        recipients: string[];
                    };
                    /** @description Read-only; ignored in a request */
                    readonly created_at?: unknown;
                    /** @description Read-only; ignored in a request */
                    readonly disabled_at?: unknown;
                    /** @description Read-only; ignored in a request */
                    readonly disabled_reason?: unknown;
                    /** @description Read-only; ignored in a request */
                    readonly id?: unknown;
                    name: string;
                    /** @description The organization of the key; any other ID returns 403 */
                    org_id?: string | null;
                    /** @description Read-only; ignored in a request */
                    readonly recipient_states?: unknown;
                    /** @description Read-only; ignored in a request */
                    readonly signing_secret?: unknown;
                    /** @constant */
                    type: "email";
                    /** @description Read-only; ignored in a request */
                    readonly updated_at?: unknown;
                } | {
                    config: {
                        /** @default {} */
                        headers?: {
                            [key: string]: string;
                        };
                        /** Format: uri */
                        url: string;
                    };
                    /** @description Read-only; ignored in a request */
                    readonly created_at?: unknown;
                    /** @description Read-only; ignored in a request */
                    readonly disabled_at?: unknown;
                    /** @description Read-only; ignored in a request */
                    readonly disabled_reason?: unknown;
                    /** @description Read-only; ignored in a request */
                    readonly id?: unknown;
                    name: string;
                    /** @description The organization of the key; any other ID returns 403 */
                    org_id?: string | null;
                    /** @description Read-only; ignored in a request */
                    readonly recipient_states?: unknown;
                    /** @description Read-only; ignored in a request */
                    readonly signing_secret?: unknown;
                    /** @constant */
                    type: "webhook";
                    /** @description Read-only; ignored in a request */
                    readonly updated_at?: unknown;
                } | {
                    config: {
                        /** Format: uri */
                        webhook_url: string;
                    };
                    /** @description Read-only; ignored in a request */
                    readonly created_at?: unknown;
                    /** @description Read-only; ignored in a request */
                    readonly disabled_at?: unknown;
                    /** @description Read-only; ignored in a request */
                    readonly disabled_reason?: unknown;
                    /** @description Read-only; ignored in a request */
                    readonly id?: unknown;
                    name: string;
                    /** @description The organization of the key; any other ID returns 403 */
                    org_id?: string | null;
                    /** @description Read-only; ignored in a request */
                    readonly recipient_states?: unknown;
                    /** @description Read-only; ignored in a request */
                    readonly signing_secret?: unknown;
                    /** @constant */
                    type: "discord";
                    /** @description Read-only; ignored in a request */
                    readonly updated_at?: unknown;
                } | {
                    config: {
                        /** Format: uri */
                        webhook_url: string;
                    };
                    /** @description Read-only; ignored in a request */
                    readonly created_at?: unknown;
                    /** @description Read-only; ignored in a request */
                    readonly disabled_at?: unknown;
                    /** @description Read-only; ignored in a request */
                    readonly disabled_reason?: unknown;
                    /** @description Read-only; ignored in a request */
                    readonly id?: unknown;
                    name: string;
                    /** @description The organization of the key; any other ID returns 403 */
                    org_id?: string | null;
                    /** @description Read-only; ignored in a request */
                    readonly recipient_states?: unknown;
                    /** @description Read-only; ignored in a request */
                    readonly signing_secret?: unknown;
                    /** @constant */
                    type: "teams";
                    /** @description Read-only; ignored in a request */
                    readonly updated_at?: unknown;
                } | {
                    config: {
                        bot_token: string;
                        chat_id: string | number;
                    };
                    /** @description Read-only; ignored in a request */
                    readonly created_at?: unknown;
                    /** @description Read-only; ignored in a request */
                    readonly disabled_at?: unknown;
                    /** @description Read-only; ignored in a request */
                    readonly disabled_reason?: unknown;
                    /** @description Read-only; ignored in a request */
                    readonly id?: unknown;
                    name: string;
                    /** @description The organization of the key; any other ID returns 403 */
                    org_id?: string | null;
                    /** @description Read-only; ignored in a request */
                    readonly recipient_states?: unknown;
                    /** @description Read-only; ignored in a request */
                    readonly signing_secret?: unknown;
                    /** @constant */
                    type: "telegram";
                    /** @description Read-only; ignored in a request */
                    readonly updated_at?: unknown;
                } | {
                    config: {
                        routing_key: string;
                    };
                    /** @description Read-only; ignored in a request */
                    readonly created_at?: unknown;
                    /** @description Read-only; ignored in a request */
                    readonly disabled_at?: unknown;
                    /** @description Read-only; ignored in a request */
                    readonly disabled_reason?: unknown;
                    /** @description Read-only; ignored in a request */
                    readonly id?: unknown;
                    name: string;
                    /** @description The organization of the key; any other ID returns 403 */
                    org_id?: string | null;
                    /** @description Read-only; ignored in a request */
                    readonly recipient_states?: unknown;
                    /** @description Read-only; ignored in a request */
                    readonly signing_secret?: unknown;
                    /** @constant */
                    type: "pagerduty";
                    /** @description Read-only; ignored in a request */
                    readonly updated_at?: unknown;
                };
            };
        };
        AlertChannelUpdate: {
            content: {
                "application/json": {
                    /** @description The fields to change, as for a create. Masked values from a response may be sent back unchanged */
                    config?: {
                        [key: string]: unknown;
                    };
                    /** @description Read-only; ignored in a request */
                    readonly created_at?: unknown;
                    /** @description Read-only; ignored in a request */
                    readonly disabled_at?: unknown;
                    /** @description Read-only; ignored in a request */
                    readonly disabled_reason?: unknown;
                    /** @description Read-only; ignored in a request */
                    readonly id?: unknown;
                    name?: string;
                    /** @description The organization of the key; any other ID returns 403 */
                    org_id?: string | null;
                    /** @description Read-only; ignored in a request */
                    readonly recipient_states?: unknown;
                    /** @description Read-only; ignored in a request */
                    readonly signing_secret?: unknown;
                    /** @description Cannot be changed after creation */
                    type?: string;
                    /** @description Read-only; ignored in a request */
                    readonly updated_at?: unknown;
                };
            };
        };
        AlertRuleCreate: {
            content: {
                "application/json": {
                    api_monitor_id?: string | null;
                    /** @description The first channel to notify */
                    channel_id?: string | null;
                    /** @description All channels to notify; `channel_id` is added if it is missing */
                    channel_ids?: string[] | null;
                    /**
                     * @description Minimum time between two alerts of the same rule and target
                     * @default 0
                     */
                    cooldown_seconds?: number;
                    /** @description Read-only; ignored in a request */
                    readonly created_at?: unknown;
                    /** @default true */
                    enabled?: boolean;
                    /** @description Read-only; ignored in a request */
                    readonly id?: unknown;
                    /** @description Set at most one of the three IDs; without any, the rule applies to every target of the organization */
                    journey_id?: string | null;
                    monitor_id?: string | null;
                    name: string;
                    /** @default true */
                    notify_recovery?: boolean;
                    /** @description The organization of the key; any other ID returns 403 */
                    org_id?: string | null;
                    /** @description By type: `consecutive_failures` {threshold 1–100, min_locations 1}; `error_rate` {threshold 0–100 %, window_seconds 60–86400, min_checks 5}; `latency_threshold` {threshold_ms, window_seconds, percentile avg|50|90|95|99 (95), min_checks 5}; `visual_diff_threshold` {threshold_percent}; `ssl_expiry` {days 1–365} */
                    params: {
                        [key: string]: unknown;
                    };
                    /** @description Interval of reminders until the alert is acknowledged; null for no reminders */
                    remind_every_seconds?: number | null;
                    /**
                     * @default critical
                     * @enum {string}
                     */
                    severity?: "critical" | "warning";
                    /** @enum {string} */
                    type: "consecutive_failures" | "error_rate" | "latency_threshold" | "visual_diff_threshold" | "ssl_expiry";
                    /** @description Read-only; ignored in a request */
                    readonly updated_at?: unknown;
                };
            };
        };
        AlertRulePreviewRequest: {
            content: {
                "application/json": {
                    api_monitor_id?: string | null;
                    /** @description The first channel to notify */
                    channel_id?: string | null;
                    /** @description All channels to notify; `channel_id` is added if it is missing */
                    channel_ids?: string[] | null;
                    /**
                     * @description Minimum time between two alerts of the same rule and target
                     * @default 0
                     */
                    cooldown_seconds?: number;
                    /** @description Read-only; ignored in a request */
                    readonly created_at?: unknown;
                    /** @default 7 */
                    days?: number;
                    /** @default true */
                    enabled?: boolean;
                    /** @description Read-only; ignored in a request */
                    readonly id?: unknown;
                    /** @description Set at most one of the three IDs; without any, the rule applies to every target of the organization */
                    journey_id?: string | null;
                    monitor_id?: string | null;
                    name?: string;
                    /** @default true */
                    notify_recovery?: boolean;
                    /** @description The organization of the key; any other ID returns 403 */
                    org_id?: string | null;
                    /** @description By type: `consecutive_failures` {threshold 1–100, min_locations 1}; `error_rate` {threshold 0–100 %, window_seconds 60–86400, min_checks 5}; `latency_threshold` {threshold_ms, window_seconds, percentile avg|50|90|95|99 (95), min_checks 5}; `visual_diff_threshold` {threshold_percent}; `ssl_expiry` {days 1–365} */
                    params: {
                        [key: string]: unknown;
                    };
                    /** @description Interval of reminders until the alert is acknowledged; null for no reminders */
                    remind_every_seconds?: number | null;
                    /**
                     * @default critical
                     * @enum {string}
                     */
                    severity?: "critical" | "warning";
                    /** @enum {string} */
                    type: "consecutive_failures" | "error_rate" | "latency_threshold" | "visual_diff_threshold" | "ssl_expiry";
                    /** @description Read-only; ignored in a request */
                    readonly updated_at?: unknown;
                };
            };
        };
        AlertRuleUpdate: {
            content: {
                "application/json": {
                    api_monitor_id?: string | null;
                    /** @description The first channel to notify */
                    channel_id?: string | null;
                    /** @description All channels to notify; `channel_id` is added if it is missing */
                    channel_ids?: string[] | null;
                    /** @description Minimum time between two alerts of the same rule and target */
                    cooldown_seconds?: number;
                    /** @description Read-only; ignored in a request */
                    readonly created_at?: unknown;
                    enabled?: boolean;
                    /** @description Read-only; ignored in a request */
                    readonly id?: unknown;
                    /** @description Set at most one of the three IDs; without any, the rule applies to every target of the organization */
                    journey_id?: string | null;
                    monitor_id?: string | null;
                    name?: string;
                    notify_recovery?: boolean;
                    /** @description The organization of the key; any other ID returns 403 */
                    org_id?: string | null;
                    /** @description By type: `consecutive_failures` {threshold 1–100, min_locations 1}; `error_rate` {threshold 0–100 %, window_seconds 60–86400, min_checks 5}; `latency_threshold` {threshold_ms, window_seconds, percentile avg|50|90|95|99 (95), min_checks 5}; `visual_diff_threshold` {threshold_percent}; `ssl_expiry` {days 1–365} */
                    params?: {
                        [key: string]: unknown;
                    };
                    /** @description Interval of reminders until the alert is acknowledged; null for no reminders */
                    remind_every_seconds?: number | null;
                    /** @enum {string} */
                    severity?: "critical" | "warning";
                    /** @enum {string} */
                    type?: "consecutive_failures" | "error_rate" | "latency_threshold" | "visual_diff_threshold" | "ssl_expiry";
                    /** @description Read-only; ignored in a request */
                    readonly updated_at?: unknown;
                };
            };
        };
        ApiKeyCreate: {
            content: {
                "application/json": {
                    /** @description Read-only; ignored in a request */
                    readonly created_at?: unknown;
                    /** @description Read-only; ignored in a request */
                    readonly created_by?: unknown;
                    /** @description Must be in the future; if not set, the key does not expire */
                    expires_at?: string | null;
                    /** @description Read-only; ignored in a request */
                    readonly id?: unknown;
                    /** @description Read-only; ignored in a request */
                    readonly key_start?: unknown;
                    /** @description Read-only; ignored in a request */
                    readonly last_used_at?: unknown;
                    /** @description Location of the runners; required for scope `runner` and rejected for other scopes. The location becomes private to the organization, so other locations do not cover for it */
                    location?: string | null;
                    name: string;
                    /** @description The organization of the caller; any other ID returns 403 */
                    org_id?: string | null;
                    /** @description Read-only; ignored in a request */
                    readonly revoked_at?: unknown;
                    /**
                     * @default agent
                     * @enum {string}
                     */
                    scope?: "agent" | "read" | "admin" | "runner";
                    /** @description Read-only; ignored in a request */
                    readonly status?: unknown;
                };
            };
        };
        ApiMonitorCreate: {
            content: {
                "application/json": {
                    /** @description Read-only; ignored in a request */
                    readonly created_at?: unknown;
                    description?: string | null;
                    /** @default true */
                    enabled?: boolean;
                    /** @description Read-only; ignored in a request */
                    readonly id?: unknown;
                    /**
                     * @description Seconds between checks; fractions are allowed
                     * @default 60
                     */
                    interval?: number;
                    /** @description Read-only; ignored in a request */
                    readonly last_run?: unknown;
                    /**
                     * @default [
                     *       "default"
                     *     ]
                     */
                    locations?: string[];
                    /**
                     * @description Retries after a failed attempt, 1, 2, 4 … s later
                     * @default 1
                     */
                    max_retries?: number;
                    name: string;
                    /** @description The organization of the key; any other ID returns 403 */
                    org_id?: string | null;
                    parents?: string[] | null;
                    /** @description Read-only; ignored in a request */
                    readonly paused_reason?: unknown;
                    /** @description Read-only; ignored in a request */
                    readonly status?: unknown;
                    /** @description Read-only; ignored in a request */
                    readonly status_reason?: unknown;
                    /** @description Read-only; ignored in a request */
                    readonly status_since?: unknown;
                    steps: {
                        assertions?: {
                            /** @enum {string} */
                            operator: "equals" | "not_equals" | "greater_than" | "greater_than_or_equal" | "less_than" | "less_than_or_equal" | "contains" | "not_contains" | "matches" | "exists" | "not_exists" | "is_empty" | "is_not_empty" | "eq" | "not_eq" | "gt" | "gte" | "lt" | "lte" | "regex";
                            /** @description Header name or RFC 9535 JSONPath; only for types `header` and `json_path` */
                            property?: string | null;
                            /** @enum {string} */
                            type: "status_code" | "response_time" | "header" | "body" | "json_path" | "ssl_expiry";
                            value?: (string | number | boolean) | null;
                        }[] | null;
                        auth?: ({
                            password: string;
                            /** @constant */
                            type: "basic";
                            username: string;
                        } | {
                            token: string;
                            /** @constant */
                            type: "bearer";
                        }) | null;
                        /** @description A string is sent as is; any other JSON value is sent as application/json */
                        body?: unknown;
                        /** @default false */
                        continue_on_failure?: boolean | null;
                        extract?: {
                            expression?: string | null;
                            name: string;
                            /** @enum {string} */
                            source: "json_path" | "header" | "body_regex" | "status_code";
                        }[] | null;
                        /** @default true */
                        follow_redirects?: boolean | null;
                        /** @description At most 50 */
                        headers?: {
                            [key: string]: string;
                        } | null;
                        /** @default GET */
                        method?: ("GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS" | "COPY" | "LINK" | "LOCK" | "MKCOL" | "MOVE" | "PROPFIND" | "PROPPATCH" | "PURGE" | "QUERY" | "REPORT" | "SEARCH" | "UNLINK" | "UNLOCK" | "VIEW") | null;
                        /** @description Unique within the API monitor; default: method and path */
                        name?: string | null;
                        query?: {
                            [key: string]: string;
                        } | null;
                        /**
                         * @description Timeout of this step in seconds
                         * @default 30
                         */
                        timeout?: number | null;
                        url: string;
                        /** @default true */
                        verify_tls?: boolean | null;
                    }[];
                    tags?: string[] | null;
                    /**
                     * @description Seconds for the whole run
                     * @default 60
                     */
                    timeout?: number;
                    /** @description Read-only; ignored in a request */
                    readonly updated_at?: unknown;
                    variables?: {
                        [key: string]: string;
                    } | null;
                };
            };
        };
        ApiMonitorImportRequest: {
            content: {
                "application/json": {
                    /** @description The document as text or as a JSON object; nothing in it is executed or fetched */
                    content: string | {
                        [key: string]: unknown;
                    };
                    /**
                     * @description Returns what would be created without creating it
                     * @default true
                     */
                    dry_run?: boolean;
                    /** @description Default: true if all steps are GET or HEAD and no variable has to be created first */
                    enabled?: boolean;
                    /**
                     * @description Default: detected from the content
                     * @enum {string}
                     */
                    format?: "curl" | "har" | "postman" | "openapi";
                    /** @description Default: the title of the document */
                    name?: string;
                    /** @description The organization of the key; any other ID returns 403 */
                    org_id?: string | null;
                    select?: components["schemas"]["ImportSelection"];
                };
            };
        };
        ApiMonitorTrigger: {
            content: {
                "application/json": {
                    /** @description One of its locations; default: all of them */
                    location?: string | null;
                    /** @description The organization of the key; any other ID returns 403 */
                    org_id?: string | null;
                };
            };
        };
        ApiMonitorTry: {
            content: {
                "application/json": {
                    /** @description Read-only; ignored in a request */
                    readonly created_at?: unknown;
                    description?: string | null;
                    /** @default true */
                    enabled?: boolean;
                    /** @description Read-only; ignored in a request */
                    readonly id?: unknown;
                    /**
                     * @description Seconds between checks; fractions are allowed
                     * @default 60
                     */
                    interval?: number;
                    /** @description Read-only; ignored in a request */
                    readonly last_run?: unknown;
                    /** @description One of its locations; default: the first */
                    location?: string | null;
                    /**
                     * @default [
                     *       "default"
                     *     ]
                     */
                    locations?: string[];
                    /**
                     * @description Retries after a failed attempt, 1, 2, 4 … s later
                     * @default 1
                     */
                    max_retries?: number;
                    name?: string | null;
                    /** @description The organization of the key; any other ID returns 403 */
                    org_id?: string | null;
                    parents?: string[] | null;
                    /** @description Read-only; ignored in a request */
                    readonly paused_reason?: unknown;
                    /** @description Read-only; ignored in a request */
                    readonly status?: unknown;
                    /** @description Read-only; ignored in a request */
                    readonly status_reason?: unknown;
                    /** @description Read-only; ignored in a request */
                    readonly status_since?: unknown;
                    steps: {
                        assertions?: {
                            /** @enum {string} */
                            operator: "equals" | "not_equals" | "greater_than" | "greater_than_or_equal" | "less_than" | "less_than_or_equal" | "contains" | "not_contains" | "matches" | "exists" | "not_exists" | "is_empty" | "is_not_empty" | "eq" | "not_eq" | "gt" | "gte" | "lt" | "lte" | "regex";
                            /** @description Header name or RFC 9535 JSONPath; only for types `header` and `json_path` */
                            property?: string | null;
                            /** @enum {string} */
                            type: "status_code" | "response_time" | "header" | "body" | "json_path" | "ssl_expiry";
                            value?: (string | number | boolean) | null;
                        }[] | null;
                        auth?: ({
                            password: string;
                            /** @constant */
                            type: "basic";
                            username: string;
                        } | {
                            token: string;
                            /** @constant */
                            type: "bearer";
                        }) | null;
                        /** @description A string is sent as is; any other JSON value is sent as application/json */
                        body?: unknown;
                        /** @default false */
                        continue_on_failure?: boolean | null;
                        extract?: {
                            expression?: string | null;
                            name: string;
                            /** @enum {string} */
                            source: "json_path" | "header" | "body_regex" | "status_code";
                        }[] | null;
                        /** @default true */
                        follow_redirects?: boolean | null;
                        /** @description At most 50 */
                        headers?: {
                            [key: string]: string;
                        } | null;
                        /** @default GET */
                        method?: ("GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS" | "COPY" | "LINK" | "LOCK" | "MKCOL" | "MOVE" | "PROPFIND" | "PROPPATCH" | "PURGE" | "QUERY" | "REPORT" | "SEARCH" | "UNLINK" | "UNLOCK" | "VIEW") | null;
                        /** @description Unique within the API monitor; default: method and path */
                        name?: string | null;
                        query?: {
                            [key: string]: string;
                        } | null;
                        /**
                         * @description Timeout of this step in seconds
                         * @default 30
                         */
                        timeout?: number | null;
                        url: string;
                        /** @default true */
                        verify_tls?: boolean | null;
                    }[];
                    tags?: string[] | null;
                    /**
                     * @description Seconds for the whole run
                     * @default 60
                     */
                    timeout?: number;
                    /** @description Read-only; ignored in a request */
                    readonly updated_at?: unknown;
                    variables?: {
                        [key: string]: string;
                    } | null;
                };
            };
        };
        ApiMonitorUpdate: {
            content: {
                "application/json": {
                    /** @description Read-only; ignored in a request */
                    readonly created_at?: unknown;
                    description?: string | null;
                    enabled?: boolean;
                    /** @description Read-only; ignored in a request */
                    readonly id?: unknown;
                    /** @description Seconds between checks; fractions are allowed */
                    interval?: number;
                    /** @description Read-only; ignored in a request */
                    readonly last_run?: unknown;
                    locations?: string[];
                    /** @description Retries after a failed attempt, 1, 2, 4 … s later */
                    max_retries?: number;
                    name?: string;
                    /** @description The organization of the key; any other ID returns 403 */
                    org_id?: string | null;
                    parents?: string[] | null;
                    /** @description Read-only; ignored in a request */
                    readonly paused_reason?: unknown;
                    /** @description Read-only; ignored in a request */
                    readonly status?: unknown;
                    /** @description Read-only; ignored in a request */
                    readonly status_reason?: unknown;
                    /** @description Read-only; ignored in a request */
                    readonly status_since?: unknown;
                    steps?: {
                        assertions?: {
                            /** @enum {string} */
                            operator: "equals" | "not_equals" | "greater_than" | "greater_than_or_equal" | "less_than" | "less_than_or_equal" | "contains" | "not_contains" | "matches" | "exists" | "not_exists" | "is_empty" | "is_not_empty" | "eq" | "not_eq" | "gt" | "gte" | "lt" | "lte" | "regex";
                            /** @description Header name or RFC 9535 JSONPath; only for types `header` and `json_path` */
                            property?: string | null;
                            /** @enum {string} */
                            type: "status_code" | "response_time" | "header" | "body" | "json_path" | "ssl_expiry";
                            value?: (string | number | boolean) | null;
                        }[] | null;
                        auth?: ({
                            password: string;
                            /** @constant */
                            type: "basic";
                            username: string;
                        } | {
                            token: string;
                            /** @constant */
                            type: "bearer";
                        }) | null;
                        /** @description A string is sent as is; any other JSON value is sent as application/json */
                        body?: unknown;
                        /** @default false */
                        continue_on_failure?: boolean | null;
                        extract?: {
                            expression?: string | null;
                            name: string;
                            /** @enum {string} */
                            source: "json_path" | "header" | "body_regex" | "status_code";
                        }[] | null;
                        /** @default true */
                        follow_redirects?: boolean | null;
                        /** @description At most 50 */
                        headers?: {
                            [key: string]: string;
                        } | null;
                        /** @default GET */
                        method?: ("GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS" | "COPY" | "LINK" | "LOCK" | "MKCOL" | "MOVE" | "PROPFIND" | "PROPPATCH" | "PURGE" | "QUERY" | "REPORT" | "SEARCH" | "UNLINK" | "UNLOCK" | "VIEW") | null;
                        /** @description Unique within the API monitor; default: method and path */
                        name?: string | null;
                        query?: {
                            [key: string]: string;
                        } | null;
                        /**
                         * @description Timeout of this step in seconds
                         * @default 30
                         */
                        timeout?: number | null;
                        url: string;
                        /** @default true */
                        verify_tls?: boolean | null;
                    }[];
                    tags?: string[] | null;
                    /** @description Seconds for the whole run */
                    timeout?: number;
                    /** @description Read-only; ignored in a request */
                    readonly updated_at?: unknown;
                    variables?: {
                        [key: string]: string;
                    } | null;
                };
            };
        };
        AppCode: {
            content: {
                "application/json": {
                    code: string;
                };
            };
        };
        BaselineAccept: {
            content: {
                "application/json": {
                    /** @description The organization of the key; any other ID returns 403 */
                    org_id?: string | null;
                    run_id: string;
                };
            };
        };
        CheckoutConfirm: {
            content: {
                "application/json": {
                    /** @description The organization of the caller; any other ID returns 403 */
                    org_id?: string | null;
                    /** @description The part of the checkout `url` after `#` */
                    signature: string;
                };
            };
        };
        CheckoutCreate: {
            content: {
                "application/json": {
                    /** @description Read-only; ignored in a request */
                    readonly expires_at?: unknown;
                    /** @description Read-only; ignored in a request */
                    readonly id?: unknown;
                    /** @description The organization of the caller; any other ID returns 403 */
                    org_id?: string | null;
                    /** @description A plan from `GET /billing/plans` */
                    plan_id: string;
                    /** @description Read-only; ignored in a request */
                    readonly url?: unknown;
                };
            };
        };
        InvitationAccept: {
            content: {
                "application/json": {
                    /** @description The part of `invite_url` after `#` */
                    token: string;
                };
            };
        };
        InvitationCreate: {
            content: {
                "application/json": {
                    /** @description Read-only; ignored in a request */
                    readonly created_at?: unknown;
                    email: string;
                    /** @description Read-only; ignored in a request */
                    readonly expires_at?: unknown;
                    /** @description Read-only; ignored in a request */
                    readonly id?: unknown;
                    /** @description Read-only; ignored in a request */
                    readonly invite_url?: unknown;
                    /** @description Read-only; ignored in a request */
                    readonly invited_by?: unknown;
                    /** @description Read-only; ignored in a request */
                    readonly mailed?: unknown;
                    /** @description The organization in the path; any other ID returns 403 */
                    org_id?: string | null;
                    /**
                     * @description At most your own role
                     * @default member
                     * @enum {string}
                     */
                    role?: "viewer" | "member" | "admin" | "owner";
                    /** @description Read-only; ignored in a request */
                    readonly status?: unknown;
                };
            };
        };
        JourneyCreate: {
            content: {
                "application/json": {
                    capture?: {
                        /** @default on_failure */
                        trace?: ("on_failure" | "always" | "never") | null;
                        /** @default never */
                        video?: ("on_failure" | "always" | "never") | null;
                        /**
                         * @description Also records videos of runs that use secrets. Videos are not masked: everything a page shows is visible.
                         * @default false
                         */
                        video_with_secrets?: boolean | null;
                    } | null;
                    /** @description Read-only; ignored in a request */
                    readonly created_at?: unknown;
                    description?: string | null;
                    device?: string | null;
                    /** @default true */
                    enabled?: boolean;
                    /** @description Read-only; ignored in a request */
                    readonly id?: unknown;
                    /**
                     * @description Null to run on demand only
                     * @default 300
                     */
                    interval_seconds?: number | null;
                    /** @description Read-only; ignored in a request */
                    readonly last_run?: unknown;
                    locations?: string[] | null;
                    /**
                     * @description Retries after a failed attempt, 1, 2, 4 … s later
                     * @default 1
                     */
                    max_retries?: number;
                    name: string;
                    /** @description The organization of the key; any other ID returns 403 */
                    org_id?: string | null;
                    parents?: string[] | null;
                    /** @description Read-only; ignored in a request */
                    readonly paused_reason?: unknown;
                    /** @default default */
                    primary_location?: string;
                    script?: string | null;
                    /** @description Read-only; ignored in a request */
                    readonly status?: unknown;
                    /** @description Read-only; ignored in a request */
                    readonly status_reason?: unknown;
                    /** @description Read-only; ignored in a request */
                    readonly status_since?: unknown;
                    steps?: ({
                        /** @constant */
                        action: "goto";
                        /**
                         * @description Runs even after a failure, for cleanup
                         * @default false
                         */
                        always_run?: boolean | null;
                        /**
                         * @description Continues with the next steps if this one fails; the run still fails
                         * @default false
                         */
                        continue_on_failure?: boolean | null;
                        /** @description Default: derived from the action */
                        name?: string | null;
                        /**
                         * @description Takes a screenshot after the step; a failed step always takes one
                         * @default false
                         */
                        screenshot?: boolean | null;
                        /**
                         * @description Timeout of this step
                         * @default 10000
                         */
                        timeout_ms?: number | null;
                        url: string;
                    } | {
                        /** @constant */
                        action: "click";
                        /**
                         * @description Runs even after a failure, for cleanup
                         * @default false
                         */
                        always_run?: boolean | null;
                        /**
                         * @description Continues with the next steps if this one fails; the run still fails
                         * @default false
                         */
                        continue_on_failure?: boolean | null;
                        /** @description Default: derived from the action */
                        name?: string | null;
                        /**
                         * @description Takes a screenshot after the step; a failed step always takes one
                         * @default false
                         */
                        screenshot?: boolean | null;
                        /** @description Playwright selector: role=button[name="Pay"], text=…, css, data-testid=… */
                        selector: string;
                        /**
                         * @description Timeout of this step
                         * @default 10000
                         */
                        timeout_ms?: number | null;
                    } | {
                        /** @constant */
                        action: "double_click";
                        /**
                         * @description Runs even after a failure, for cleanup
                         * @default false
                         */
                        always_run?: boolean | null;
                        /**
                         * @description Continues with the next steps if this one fails; the run still fails
                         * @default false
                         */
                        continue_on_failure?: boolean | null;
                        /** @description Default: derived from the action */
                        name?: string | null;
                        /**
                         * @description Takes a screenshot after the step; a failed step always takes one
                         * @default false
                         */
                        screenshot?: boolean | null;
                        /** @description Playwright selector: role=button[name="Pay"], text=…, css, data-testid=… */
                        selector: string;
                        /**
                         * @description Timeout of this step
                         * @default 10000
                         */
                        timeout_ms?: number | null;
                    } | {
                        /** @constant */
                        action: "hover";
                        /**
                         * @description Runs even after a failure, for cleanup
                         * @default false
                         */
                        always_run?: boolean | null;
                        /**
                         * @description Continues with the next steps if this one fails; the run still fails
                         * @default false
                         */
                        continue_on_failure?: boolean | null;
                        /** @description Default: derived from the action */
                        name?: string | null;
                        /**
                         * @description Takes a screenshot after the step; a failed step always takes one
                         * @default false
                         */
                        screenshot?: boolean | null;
                        /** @description Playwright selector: role=button[name="Pay"], text=…, css, data-testid=… */
                        selector: string;
                        /**
                         * @description Timeout of this step
                         * @default 10000
                         */
                        timeout_ms?: number | null;
                    } | {
                        /** @constant */
                        action: "check";
                        /**
                         * @description Runs even after a failure, for cleanup
                         * @default false
                         */
                        always_run?: boolean | null;
                        /**
                         * @description Continues with the next steps if this one fails; the run still fails
                         * @default false
                         */
                        continue_on_failure?: boolean | null;
                        /** @description Default: derived from the action */
                        name?: string | null;
                        /**
                         * @description Takes a screenshot after the step; a failed step always takes one
                         * @default false
                         */
                        screenshot?: boolean | null;
                        /** @description Playwright selector: role=button[name="Pay"], text=…, css, data-testid=… */
                        selector: string;
                        /**
                         * @description Timeout of this step
                         * @default 10000
                         */
                        timeout_ms?: number | null;
                    } | {
                        /** @constant */
                        action: "uncheck";
                        /**
                         * @description Runs even after a failure, for cleanup
                         * @default false
                         */
                        always_run?: boolean | null;
                        /**
                         * @description Continues with the next steps if this one fails; the run still fails
                         * @default false
                         */
                        continue_on_failure?: boolean | null;
                        /** @description Default: derived from the action */
                        name?: string | null;
                        /**
                         * @description Takes a screenshot after the step; a failed step always takes one
                         * @default false
                         */
                        screenshot?: boolean | null;
                        /** @description Playwright selector: role=button[name="Pay"], text=…, css, data-testid=… */
                        selector: string;
                        /**
                         * @description Timeout of this step
                         * @default 10000
                         */
                        timeout_ms?: number | null;
                    } | {
                        /** @constant */
                        action: "fill";
                        /**
                         * @description Runs even after a failure, for cleanup
                         * @default false
                         */
                        always_run?: boolean | null;
                        /**
                         * @description Continues with the next steps if this one fails; the run still fails
                         * @default false
                         */
                        continue_on_failure?: boolean | null;
                        /** @description Default: derived from the action */
                        name?: string | null;
                        /**
                         * @description Takes a screenshot after the step; a failed step always takes one
                         * @default false
                         */
                        screenshot?: boolean | null;
                        /** @description Playwright selector: role=button[name="Pay"], text=…, css, data-testid=… */
                        selector: string;
                        /**
                         * @description Timeout of this step
                         * @default 10000
                         */
                        timeout_ms?: number | null;
                        value: string;
                    } | {
                        /** @constant */
                        action: "select_option";
                        /**
                         * @description Runs even after a failure, for cleanup
                         * @default false
                         */
                        always_run?: boolean | null;
                        /**
                         * @description Continues with the next steps if this one fails; the run still fails
                         * @default false
                         */
                        continue_on_failure?: boolean | null;
                        /** @description Default: derived from the action */
                        name?: string | null;
                        /**
                         * @description Takes a screenshot after the step; a failed step always takes one
                         * @default false
                         */
                        screenshot?: boolean | null;
                        /** @description Playwright selector: role=button[name="Pay"], text=…, css, data-testid=… */
                        selector: string;
                        /**
                         * @description Timeout of this step
                         * @default 10000
                         */
                        timeout_ms?: number | null;
                        value: string;
                    } | {
                        /** @constant */
                        action: "press";
                        /**
                         * @description Runs even after a failure, for cleanup
                         * @default false
                         */
                        always_run?: boolean | null;
                        /**
                         * @description Continues with the next steps if this one fails; the run still fails
                         * @default false
                         */
                        continue_on_failure?: boolean | null;
                        key: string;
                        /** @description Default: derived from the action */
                        name?: string | null;
                        /**
                         * @description Takes a screenshot after the step; a failed step always takes one
                         * @default false
                         */
                        screenshot?: boolean | null;
                        selector?: string | null;
                        /**
                         * @description Timeout of this step
                         * @default 10000
                         */
                        timeout_ms?: number | null;
                    } | {
                        /** @constant */
                        action: "upload";
                        /**
                         * @description Runs even after a failure, for cleanup
                         * @default false
                         */
                        always_run?: boolean | null;
                        /** Format: base64 */
                        content_base64: string;
                        /**
                         * @description Continues with the next steps if this one fails; the run still fails
                         * @default false
                         */
                        continue_on_failure?: boolean | null;
                        /** @description File name, also used as the step name */
                        name: string;
                        /**
                         * @description Takes a screenshot after the step; a failed step always takes one
                         * @default false
                         */
                        screenshot?: boolean | null;
                        /** @description Playwright selector: role=button[name="Pay"], text=…, css, data-testid=… */
                        selector: string;
                        /**
                         * @description Timeout of this step
                         * @default 10000
                         */
                        timeout_ms?: number | null;
                    } | {
                        /** @constant */
                        action: "wait_for";
                        /**
                         * @description Runs even after a failure, for cleanup
                         * @default false
                         */
                        always_run?: boolean | null;
                        /**
                         * @description Continues with the next steps if this one fails; the run still fails
                         * @default false
                         */
                        continue_on_failure?: boolean | null;
                        load_state?: ("load" | "domcontentloaded" | "networkidle") | null;
                        milliseconds?: number | null;
                        /** @description Default: derived from the action */
                        name?: string | null;
                        /**
                         * @description Takes a screenshot after the step; a failed step always takes one
                         * @default false
                         */
                        screenshot?: boolean | null;
                        selector?: string | null;
                        /**
                         * @description Timeout of this step
                         * @default 10000
                         */
                        timeout_ms?: number | null;
                        url?: string | null;
                    } | {
                        /** @constant */
                        action: "expect_visible";
                        /**
                         * @description Runs even after a failure, for cleanup
                         * @default false
                         */
                        always_run?: boolean | null;
                        /**
                         * @description Continues with the next steps if this one fails; the run still fails
                         * @default false
                         */
                        continue_on_failure?: boolean | null;
                        /** @description Default: derived from the action */
                        name?: string | null;
                        /**
                         * @description Takes a screenshot after the step; a failed step always takes one
                         * @default false
                         */
                        screenshot?: boolean | null;
                        /** @description Playwright selector: role=button[name="Pay"], text=…, css, data-testid=… */
                        selector: string;
                        /**
                         * @description Timeout of this step
                         * @default 10000
                         */
                        timeout_ms?: number | null;
                    } | {
                        /** @constant */
                        action: "expect_hidden";
                        /**
                         * @description Runs even after a failure, for cleanup
                         * @default false
                         */
                        always_run?: boolean | null;
                        /**
                         * @description Continues with the next steps if this one fails; the run still fails
                         * @default false
                         */
                        continue_on_failure?: boolean | null;
                        /** @description Default: derived from the action */
                        name?: string | null;
                        /**
                         * @description Takes a screenshot after the step; a failed step always takes one
                         * @default false
                         */
                        screenshot?: boolean | null;
                        /** @description Playwright selector: role=button[name="Pay"], text=…, css, data-testid=… */
                        selector: string;
                        /**
                         * @description Timeout of this step
                         * @default 10000
                         */
                        timeout_ms?: number | null;
                    } | {
                        /** @constant */
                        action: "expect_text";
                        /**
                         * @description Runs even after a failure, for cleanup
                         * @default false
                         */
                        always_run?: boolean | null;
                        /**
                         * @description Continues with the next steps if this one fails; the run still fails
                         * @default false
                         */
                        continue_on_failure?: boolean | null;
                        /** @description Default: derived from the action */
                        name?: string | null;
                        /** @description Default: `contains` for text, otherwise `equals` */
                        operator?: ("equals" | "not_equals" | "greater_than" | "greater_than_or_equal" | "less_than" | "less_than_or_equal" | "contains" | "not_contains" | "matches" | "exists" | "not_exists" | "is_empty" | "is_not_empty" | "eq" | "not_eq" | "gt" | "gte" | "lt" | "lte" | "regex") | null;
                        /**
                         * @description Takes a screenshot after the step; a failed step always takes one
                         * @default false
                         */
                        screenshot?: boolean | null;
                        /** @description Playwright selector: role=button[name="Pay"], text=…, css, data-testid=… */
                        selector: string;
                        /**
                         * @description Timeout of this step
                         * @default 10000
                         */
                        timeout_ms?: number | null;
                        value?: (string | number | boolean) | null;
                    } | {
                        /** @constant */
                        action: "expect_value";
                        /**
                         * @description Runs even after a failure, for cleanup
                         * @default false
                         */
                        always_run?: boolean | null;
                        /**
                         * @description Continues with the next steps if this one fails; the run still fails
                         * @default false
                         */
                        continue_on_failure?: boolean | null;
                        /** @description Default: derived from the action */
                        name?: string | null;
                        /** @description Default: `contains` for text, otherwise `equals` */
                        operator?: ("equals" | "not_equals" | "greater_than" | "greater_than_or_equal" | "less_than" | "less_than_or_equal" | "contains" | "not_contains" | "matches" | "exists" | "not_exists" | "is_empty" | "is_not_empty" | "eq" | "not_eq" | "gt" | "gte" | "lt" | "lte" | "regex") | null;
                        /**
                         * @description Takes a screenshot after the step; a failed step always takes one
                         * @default false
                         */
                        screenshot?: boolean | null;
                        /** @description Playwright selector: role=button[name="Pay"], text=…, css, data-testid=… */
                        selector: string;
                        /**
                         * @description Timeout of this step
                         * @default 10000
                         */
                        timeout_ms?: number | null;
                        value?: (string | number | boolean) | null;
                    } | {
                        /** @constant */
                        action: "expect_count";
                        /**
                         * @description Runs even after a failure, for cleanup
                         * @default false
                         */
                        always_run?: boolean | null;
                        /**
                         * @description Continues with the next steps if this one fails; the run still fails
                         * @default false
                         */
                        continue_on_failure?: boolean | null;
                        /** @description Default: derived from the action */
                        name?: string | null;
                        /** @description Default: `contains` for text, otherwise `equals` */
                        operator?: ("equals" | "not_equals" | "greater_than" | "greater_than_or_equal" | "less_than" | "less_than_or_equal" | "contains" | "not_contains" | "matches" | "exists" | "not_exists" | "is_empty" | "is_not_empty" | "eq" | "not_eq" | "gt" | "gte" | "lt" | "lte" | "regex") | null;
                        /**
                         * @description Takes a screenshot after the step; a failed step always takes one
                         * @default false
                         */
                        screenshot?: boolean | null;
                        /** @description Playwright selector: role=button[name="Pay"], text=…, css, data-testid=… */
                        selector: string;
                        /**
                         * @description Timeout of this step
                         * @default 10000
                         */
                        timeout_ms?: number | null;
                        value?: (string | number | boolean) | null;
                    } | {
                        /** @constant */
                        action: "expect_attribute";
                        /**
                         * @description Runs even after a failure, for cleanup
                         * @default false
                         */
                        always_run?: boolean | null;
                        attribute: string;
                        /**
                         * @description Continues with the next steps if this one fails; the run still fails
                         * @default false
                         */
                        continue_on_failure?: boolean | null;
                        /** @description Default: derived from the action */
                        name?: string | null;
                        /** @description Default: `contains` for text, otherwise `equals` */
                        operator?: ("equals" | "not_equals" | "greater_than" | "greater_than_or_equal" | "less_than" | "less_than_or_equal" | "contains" | "not_contains" | "matches" | "exists" | "not_exists" | "is_empty" | "is_not_empty" | "eq" | "not_eq" | "gt" | "gte" | "lt" | "lte" | "regex") | null;
                        /**
                         * @description Takes a screenshot after the step; a failed step always takes one
                         * @default false
                         */
                        screenshot?: boolean | null;
                        /** @description Playwright selector: role=button[name="Pay"], text=…, css, data-testid=… */
                        selector: string;
                        /**
                         * @description Timeout of this step
                         * @default 10000
                         */
                        timeout_ms?: number | null;
                        value?: (string | number | boolean) | null;
                    } | {
                        /** @constant */
                        action: "expect_url";
                        /**
                         * @description Runs even after a failure, for cleanup
                         * @default false
                         */
                        always_run?: boolean | null;
                        /**
                         * @description Continues with the next steps if this one fails; the run still fails
                         * @default false
                         */
                        continue_on_failure?: boolean | null;
                        /** @description Default: derived from the action */
                        name?: string | null;
                        /** @description Default: `contains` for text, otherwise `equals` */
                        operator?: ("equals" | "not_equals" | "greater_than" | "greater_than_or_equal" | "less_than" | "less_than_or_equal" | "contains" | "not_contains" | "matches" | "exists" | "not_exists" | "is_empty" | "is_not_empty" | "eq" | "not_eq" | "gt" | "gte" | "lt" | "lte" | "regex") | null;
                        /**
                         * @description Takes a screenshot after the step; a failed step always takes one
                         * @default false
                         */
                        screenshot?: boolean | null;
                        /**
                         * @description Timeout of this step
                         * @default 10000
                         */
                        timeout_ms?: number | null;
                        value?: (string | number | boolean) | null;
                    } | {
                        /** @constant */
                        action: "expect_title";
                        /**
                         * @description Runs even after a failure, for cleanup
                         * @default false
                         */
                        always_run?: boolean | null;
                        /**
                         * @description Continues with the next steps if this one fails; the run still fails
                         * @default false
                         */
                        continue_on_failure?: boolean | null;
                        /** @description Default: derived from the action */
                        name?: string | null;
                        /** @description Default: `contains` for text, otherwise `equals` */
                        operator?: ("equals" | "not_equals" | "greater_than" | "greater_than_or_equal" | "less_than" | "less_than_or_equal" | "contains" | "not_contains" | "matches" | "exists" | "not_exists" | "is_empty" | "is_not_empty" | "eq" | "not_eq" | "gt" | "gte" | "lt" | "lte" | "regex") | null;
                        /**
                         * @description Takes a screenshot after the step; a failed step always takes one
                         * @default false
                         */
                        screenshot?: boolean | null;
                        /**
                         * @description Timeout of this step
                         * @default 10000
                         */
                        timeout_ms?: number | null;
                        value?: (string | number | boolean) | null;
                    } | {
                        /** @constant */
                        action: "screenshot";
                        /**
                         * @description Runs even after a failure, for cleanup
                         * @default false
                         */
                        always_run?: boolean | null;
                        /** @description Compares the screenshot with the baseline of the journey */
                        compare?: boolean | null;
                        /**
                         * @description Continues with the next steps if this one fails; the run still fails
                         * @default false
                         */
                        continue_on_failure?: boolean | null;
                        full_page?: boolean | null;
                        label: string;
                        mask?: string[] | null;
                        /** @description Default: derived from the action */
                        name?: string | null;
                        /**
                         * @description Takes a screenshot after the step; a failed step always takes one
                         * @default false
                         */
                        screenshot?: boolean | null;
                        selector?: string | null;
                        /** @description A larger difference fails the step; if not set, the difference is only recorded */
                        threshold_percent?: number | null;
                        /**
                         * @description Timeout of this step
                         * @default 10000
                         */
                        timeout_ms?: number | null;
                    } | {
                        /** @constant */
                        action: "request";
                        /**
                         * @description Runs even after a failure, for cleanup
                         * @default false
                         */
                        always_run?: boolean | null;
                        assertions?: {
                            /** @enum {string} */
                            operator: "equals" | "not_equals" | "greater_than" | "greater_than_or_equal" | "less_than" | "less_than_or_equal" | "contains" | "not_contains" | "matches" | "exists" | "not_exists" | "is_empty" | "is_not_empty" | "eq" | "not_eq" | "gt" | "gte" | "lt" | "lte" | "regex";
                            /** @description Header name or RFC 9535 JSONPath; only for types `header` and `json_path` */
                            property?: string | null;
                            /** @enum {string} */
                            type: "status_code" | "response_time" | "header" | "body" | "json_path" | "ssl_expiry";
                            value?: (string | number | boolean) | null;
                        }[] | null;
                        auth?: ({
                            password: string;
                            /** @constant */
                            type: "basic";
                            username: string;
                        } | {
                            token: string;
                            /** @constant */
                            type: "bearer";
                        }) | null;
                        /** @description A string is sent as is; any other JSON value is sent as application/json */
                        body?: unknown;
                        /**
                         * @description Continues with the next steps if this one fails; the run still fails
                         * @default false
                         */
                        continue_on_failure?: boolean | null;
                        extract?: {
                            expression?: string | null;
                            name: string;
                            /** @enum {string} */
                            source: "json_path" | "header" | "body_regex" | "status_code";
                        }[] | null;
                        /** @default true */
                        follow_redirects?: boolean | null;
                        /** @description At most 50 */
                        headers?: {
                            [key: string]: string;
                        } | null;
                        /** @default GET */
                        method?: ("GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS" | "COPY" | "LINK" | "LOCK" | "MKCOL" | "MOVE" | "PROPFIND" | "PROPPATCH" | "PURGE" | "QUERY" | "REPORT" | "SEARCH" | "UNLINK" | "UNLOCK" | "VIEW") | null;
                        /** @description Default: derived from the action */
                        name?: string | null;
                        query?: {
                            [key: string]: string;
                        } | null;
                        /**
                         * @description Takes a screenshot after the step; a failed step always takes one
                         * @default false
                         */
                        screenshot?: boolean | null;
                        /**
                         * @description Timeout of this step in seconds
                         * @default 30
                         */
                        timeout?: number | null;
                        /**
                         * @description Timeout of this step
                         * @default 10000
                         */
                        timeout_ms?: number | null;
                        url: string;
                        /** @default true */
                        verify_tls?: boolean | null;
                    } | {
                        /** @constant */
                        action: "set_variable";
                        /**
                         * @description Runs even after a failure, for cleanup
                         * @default false
                         */
                        always_run?: boolean | null;
                        /**
                         * @description Continues with the next steps if this one fails; the run still fails
                         * @default false
                         */
                        continue_on_failure?: boolean | null;
                        from: {
                            attribute?: string | null;
                            /** @description Playwright selector: role=button[name="Pay"], text=…, css, data-testid=… */
                            selector: string;
                        } | {
                            value: string;
                        };
                        /** @description Default: derived from the action */
                        name?: string | null;
                        /**
                         * @description Takes a screenshot after the step; a failed step always takes one
                         * @default false
                         */
                        screenshot?: boolean | null;
                        /**
                         * @description Timeout of this step
                         * @default 10000
                         */
                        timeout_ms?: number | null;
                        variable: string;
                    } | {
                        /** @constant */
                        action: "totp";
                        /**
                         * @description Runs even after a failure, for cleanup
                         * @default false
                         */
                        always_run?: boolean | null;
                        /**
                         * @description Continues with the next steps if this one fails; the run still fails
                         * @default false
                         */
                        continue_on_failure?: boolean | null;
                        /** @description Default: derived from the action */
                        name?: string | null;
                        /**
                         * @description Takes a screenshot after the step; a failed step always takes one
                         * @default false
                         */
                        screenshot?: boolean | null;
                        secret: string;
                        /** @description Playwright selector: role=button[name="Pay"], text=…, css, data-testid=… */
                        selector: string;
                        /**
                         * @description Timeout of this step
                         * @default 10000
                         */
                        timeout_ms?: number | null;
                    })[] | null;
                    tags?: string[] | null;
                    /**
                     * @description Timeout of each attempt
                     * @default 120
                     */
                    timeout_seconds?: number;
                    /** @description Read-only; ignored in a request */
                    readonly updated_at?: unknown;
                    viewport?: {
                        height: number;
                        width: number;
                    } | null;
                };
            };
        };
        JourneyRunNow: {
            content: {
                "application/json": {
                    /** @description One of its locations; default: the primary location */
                    location?: string | null;
                    /** @description The organization of the key; any other ID returns 403 */
                    org_id?: string | null;
                };
            };
        };
        JourneyTrigger: {
            content: {
                "application/json": {
                    /** @description Replaces the origin of the journey's first URL, for example to test a preview deployment */
                    base_url?: string | null;
                    /** @description One of its locations; default: the primary location */
                    location?: string | null;
                    /** @description The organization of the key; any other ID returns 403 */
                    org_id?: string | null;
                    /** @description Variables of this run; they take precedence over organization variables. Stored with the run, so do not pass secrets */
                    variables?: {
                        [key: string]: string;
                    } | null;
                };
            };
        };
        JourneyUpdate: {
            content: {
                "application/json": {
                    capture?: {
                        /** @default on_failure */
                        trace?: ("on_failure" | "always" | "never") | null;
                        /** @default never */
                        video?: ("on_failure" | "always" | "never") | null;
                        /**
                         * @description Also records videos of runs that use secrets. Videos are not masked: everything a page shows is visible.
                         * @default false
                         */
                        video_with_secrets?: boolean | null;
                    } | null;
                    /** @description Read-only; ignored in a request */
                    readonly created_at?: unknown;
                    description?: string | null;
                    device?: string | null;
                    enabled?: boolean;
                    /** @description Read-only; ignored in a request */
                    readonly id?: unknown;
                    /** @description Null to run on demand only */
                    interval_seconds?: number | null;
                    /** @description Read-only; ignored in a request */
                    readonly last_run?: unknown;
                    locations?: string[] | null;
                    /** @description Retries after a failed attempt, 1, 2, 4 … s later */
                    max_retries?: number;
                    name?: string;
                    /** @description The organization of the key; any other ID returns 403 */
                    org_id?: string | null;
                    parents?: string[] | null;
                    /** @description Read-only; ignored in a request */
                    readonly paused_reason?: unknown;
                    primary_location?: string;
                    script?: string | null;
                    /** @description Read-only; ignored in a request */
                    readonly status?: unknown;
                    /** @description Read-only; ignored in a request */
                    readonly status_reason?: unknown;
                    /** @description Read-only; ignored in a request */
                    readonly status_since?: unknown;
                    steps?: ({
                        /** @constant */
                        action: "goto";
                        /**
                         * @description Runs even after a failure, for cleanup
                         * @default false
                         */
                        always_run?: boolean | null;
                        /**
                         * @description Continues with the next steps if this one fails; the run still fails
                         * @default false
                         */
                        continue_on_failure?: boolean | null;
                        /** @description Default: derived from the action */
                        name?: string | null;
                        /**
                         * @description Takes a screenshot after the step; a failed step always takes one
                         * @default false
                         */
                        screenshot?: boolean | null;
                        /**
                         * @description Timeout of this step
                         * @default 10000
                         */
                        timeout_ms?: number | null;
                        url: string;
                    } | {
                        /** @constant */
                        action: "click";
                        /**
                         * @description Runs even after a failure, for cleanup
                         * @default false
                         */
                        always_run?: boolean | null;
                        /**
                         * @description Continues with the next steps if this one fails; the run still fails
                         * @default false
                         */
                        continue_on_failure?: boolean | null;
                        /** @description Default: derived from the action */
                        name?: string | null;
                        /**
                         * @description Takes a screenshot after the step; a failed step always takes one
                         * @default false
                         */
                        screenshot?: boolean | null;
                        /** @description Playwright selector: role=button[name="Pay"], text=…, css, data-testid=… */
                        selector: string;
                        /**
                         * @description Timeout of this step
                         * @default 10000
                         */
                        timeout_ms?: number | null;
                    } | {
                        /** @constant */
                        action: "double_click";
                        /**
                         * @description Runs even after a failure, for cleanup
                         * @default false
                         */
                        always_run?: boolean | null;
                        /**
                         * @description Continues with the next steps if this one fails; the run still fails
                         * @default false
                         */
                        continue_on_failure?: boolean | null;
                        /** @description Default: derived from the action */
                        name?: string | null;
                        /**
                         * @description Takes a screenshot after the step; a failed step always takes one
                         * @default false
                         */
                        screenshot?: boolean | null;
                        /** @description Playwright selector: role=button[name="Pay"], text=…, css, data-testid=… */
                        selector: string;
                        /**
                         * @description Timeout of this step
                         * @default 10000
                         */
                        timeout_ms?: number | null;
                    } | {
                        /** @constant */
                        action: "hover";
                        /**
                         * @description Runs even after a failure, for cleanup
                         * @default false
                         */
                        always_run?: boolean | null;
                        /**
                         * @description Continues with the next steps if this one fails; the run still fails
                         * @default false
                         */
                        continue_on_failure?: boolean | null;
                        /** @description Default: derived from the action */
                        name?: string | null;
                        /**
                         * @description Takes a screenshot after the step; a failed step always takes one
                         * @default false
                         */
                        screenshot?: boolean | null;
                        /** @description Playwright selector: role=button[name="Pay"], text=…, css, data-testid=… */
                        selector: string;
                        /**
                         * @description Timeout of this step
                         * @default 10000
                         */
                        timeout_ms?: number | null;
                    } | {
                        /** @constant */
                        action: "check";
                        /**
                         * @description Runs even after a failure, for cleanup
                         * @default false
                         */
                        always_run?: boolean | null;
                        /**
                         * @description Continues with the next steps if this one fails; the run still fails
                         * @default false
                         */
                        continue_on_failure?: boolean | null;
                        /** @description Default: derived from the action */
                        name?: string | null;
                        /**
                         * @description Takes a screenshot after the step; a failed step always takes one
                         * @default false
                         */
                        screenshot?: boolean | null;
                        /** @description Playwright selector: role=button[name="Pay"], text=…, css, data-testid=… */
                        selector: string;
                        /**
                         * @description Timeout of this step
                         * @default 10000
                         */
                        timeout_ms?: number | null;
                    } | {
                        /** @constant */
                        action: "uncheck";
                        /**
                         * @description Runs even after a failure, for cleanup
                         * @default false
                         */
                        always_run?: boolean | null;
                        /**
                         * @description Continues with the next steps if this one fails; the run still fails
                         * @default false
                         */
                        continue_on_failure?: boolean | null;
                        /** @description Default: derived from the action */
                        name?: string | null;
                        /**
                         * @description Takes a screenshot after the step; a failed step always takes one
                         * @default false
                         */
                        screenshot?: boolean | null;
                        /** @description Playwright selector: role=button[name="Pay"], text=…, css, data-testid=… */
                        selector: string;
                        /**
                         * @description Timeout of this step
                         * @default 10000
                         */
                        timeout_ms?: number | null;
                    } | {
                        /** @constant */
                        action: "fill";
                        /**
                         * @description Runs even after a failure, for cleanup
                         * @default false
                         */
                        always_run?: boolean | null;
                        /**
                         * @description Continues with the next steps if this one fails; the run still fails
                         * @default false
                         */
                        continue_on_failure?: boolean | null;
                        /** @description Default: derived from the action */
                        name?: string | null;
                        /**
                         * @description Takes a screenshot after the step; a failed step always takes one
                         * @default false
                         */
                        screenshot?: boolean | null;
                        /** @description Playwright selector: role=button[name="Pay"], text=…, css, data-testid=… */
                        selector: string;
                        /**
                         * @description Timeout of this step
                         * @default 10000
                         */
                        timeout_ms?: number | null;
                        value: string;
                    } | {
                        /** @constant */
                        action: "select_option";
                        /**
                         * @description Runs even after a failure, for cleanup
                         * @default false
                         */
                        always_run?: boolean | null;
                        /**
                         * @description Continues with the next steps if this one fails; the run still fails
                         * @default false
                         */
                        continue_on_failure?: boolean | null;
                        /** @description Default: derived from the action */
                        name?: string | null;
                        /**
                         * @description Takes a screenshot after the step; a failed step always takes one
                         * @default false
                         */
                        screenshot?: boolean | null;
                        /** @description Playwright selector: role=button[name="Pay"], text=…, css, data-testid=… */
                        selector: string;
                        /**
                         * @description Timeout of this step
                         * @default 10000
                         */
                        timeout_ms?: number | null;
                        value: string;
                    } | {
                        /** @constant */
                        action: "press";
                        /**
                         * @description Runs even after a failure, for cleanup
                         * @default false
                         */
                        always_run?: boolean | null;
                        /**
                         * @description Continues with the next steps if this one fails; the run still fails
                         * @default false
                         */
                        continue_on_failure?: boolean | null;
                        key: string;
                        /** @description Default: derived from the action */
                        name?: string | null;
                        /**
                         * @description Takes a screenshot after the step; a failed step always takes one
                         * @default false
                         */
                        screenshot?: boolean | null;
                        selector?: string | null;
                        /**
                         * @description Timeout of this step
                         * @default 10000
                         */
                        timeout_ms?: number | null;
                    } | {
                        /** @constant */
                        action: "upload";
                        /**
                         * @description Runs even after a failure, for cleanup
                         * @default false
                         */
                        always_run?: boolean | null;
                        /** Format: base64 */
                        content_base64: string;
                        /**
                         * @description Continues with the next steps if this one fails; the run still fails
                         * @default false
                         */
                        continue_on_failure?: boolean | null;
                        /** @description File name, also used as the step name */
                        name: string;
                        /**
                         * @description Takes a screenshot after the step; a failed step always takes one
                         * @default false
                         */
                        screenshot?: boolean | null;
                        /** @description Playwright selector: role=button[name="Pay"], text=…, css, data-testid=… */
                        selector: string;
                        /**
                         * @description Timeout of this step
                         * @default 10000
                         */
                        timeout_ms?: number | null;
                    } | {
                        /** @constant */
                        action: "wait_for";
                        /**
                         * @description Runs even after a failure, for cleanup
                         * @default false
                         */
                        always_run?: boolean | null;
                        /**
                         * @description Continues with the next steps if this one fails; the run still fails
                         * @default false
                         */
                        continue_on_failure?: boolean | null;
                        load_state?: ("load" | "domcontentloaded" | "networkidle") | null;
                        milliseconds?: number | null;
                        /** @description Default: derived from the action */
                        name?: string | null;
                        /**
                         * @description Takes a screenshot after the step; a failed step always takes one
                         * @default false
                         */
                        screenshot?: boolean | null;
                        selector?: string | null;
                        /**
                         * @description Timeout of this step
                         * @default 10000
                         */
                        timeout_ms?: number | null;
                        url?: string | null;
                    } | {
                        /** @constant */
                        action: "expect_visible";
                        /**
                         * @description Runs even after a failure, for cleanup
                         * @default false
                         */
                        always_run?: boolean | null;
                        /**
                         * @description Continues with the next steps if this one fails; the run still fails
                         * @default false
                         */
                        continue_on_failure?: boolean | null;
                        /** @description Default: derived from the action */
                        name?: string | null;
                        /**
                         * @description Takes a screenshot after the step; a failed step always takes one
                         * @default false
                         */
                        screenshot?: boolean | null;
                        /** @description Playwright selector: role=button[name="Pay"], text=…, css, data-testid=… */
                        selector: string;
                        /**
                         * @description Timeout of this step
                         * @default 10000
                         */
                        timeout_ms?: number | null;
                    } | {
                        /** @constant */
                        action: "expect_hidden";
                        /**
                         * @description Runs even after a failure, for cleanup
                         * @default false
                         */
                        always_run?: boolean | null;
                        /**
                         * @description Continues with the next steps if this one fails; the run still fails
                         * @default false
                         */
                        continue_on_failure?: boolean | null;
                        /** @description Default: derived from the action */
                        name?: string | null;
                        /**
                         * @description Takes a screenshot after the step; a failed step always takes one
                         * @default false
                         */
                        screenshot?: boolean | null;
                        /** @description Playwright selector: role=button[name="Pay"], text=…, css, data-testid=… */
                        selector: string;
                        /**
                         * @description Timeout of this step
                         * @default 10000
                         */
                        timeout_ms?: number | null;
                    } | {
                        /** @constant */
                        action: "expect_text";
                        /**
                         * @description Runs even after a failure, for cleanup
                         * @default false
                         */
                        always_run?: boolean | null;
                        /**
                         * @description Continues with the next steps if this one fails; the run still fails
                         * @default false
                         */
                        continue_on_failure?: boolean | null;
                        /** @description Default: derived from the action */
                        name?: string | null;
                        /** @description Default: `contains` for text, otherwise `equals` */
                        operator?: ("equals" | "not_equals" | "greater_than" | "greater_than_or_equal" | "less_than" | "less_than_or_equal" | "contains" | "not_contains" | "matches" | "exists" | "not_exists" | "is_empty" | "is_not_empty" | "eq" | "not_eq" | "gt" | "gte" | "lt" | "lte" | "regex") | null;
                        /**
                         * @description Takes a screenshot after the step; a failed step always takes one
                         * @default false
                         */
                        screenshot?: boolean | null;
                        /** @description Playwright selector: role=button[name="Pay"], text=…, css, data-testid=… */
                        selector: string;
                        /**
                         * @description Timeout of this step
                         * @default 10000
                         */
                        timeout_ms?: number | null;
                        value?: (string | number | boolean) | null;
                    } | {
                        /** @constant */
                        action: "expect_value";
                        /**
                         * @description Runs even after a failure, for cleanup
                         * @default false
                         */
                        always_run?: boolean | null;
                        /**
                         * @description Continues with the next steps if this one fails; the run still fails
                         * @default false
                         */
                        continue_on_failure?: boolean | null;
                        /** @description Default: derived from the action */
                        name?: string | null;
                        /** @description Default: `contains` for text, otherwise `equals` */
                        operator?: ("equals" | "not_equals" | "greater_than" | "greater_than_or_equal" | "less_than" | "less_than_or_equal" | "contains" | "not_contains" | "matches" | "exists" | "not_exists" | "is_empty" | "is_not_empty" | "eq" | "not_eq" | "gt" | "gte" | "lt" | "lte" | "regex") | null;
                        /**
                         * @description Takes a screenshot after the step; a failed step always takes one
                         * @default false
                         */
                        screenshot?: boolean | null;
                        /** @description Playwright selector: role=button[name="Pay"], text=…, css, data-testid=… */
                        selector: string;
                        /**
                         * @description Timeout of this step
                         * @default 10000
                         */
                        timeout_ms?: number | null;
                        value?: (string | number | boolean) | null;
                    } | {
                        /** @constant */
                        action: "expect_count";
                        /**
                         * @description Runs even after a failure, for cleanup
                         * @default false
                         */
                        always_run?: boolean | null;
                        /**
                         * @description Continues with the next steps if this one fails; the run still fails
                         * @default false
                         */
                        continue_on_failure?: boolean | null;
                        /** @description Default: derived from the action */
                        name?: string | null;
                        /** @description Default: `contains` for text, otherwise `equals` */
                        operator?: ("equals" | "not_equals" | "greater_than" | "greater_than_or_equal" | "less_than" | "less_than_or_equal" | "contains" | "not_contains" | "matches" | "exists" | "not_exists" | "is_empty" | "is_not_empty" | "eq" | "not_eq" | "gt" | "gte" | "lt" | "lte" | "regex") | null;
                        /**
                         * @description Takes a screenshot after the step; a failed step always takes one
                         * @default false
                         */
                        screenshot?: boolean | null;
                        /** @description Playwright selector: role=button[name="Pay"], text=…, css, data-testid=… */
                        selector: string;
                        /**
                         * @description Timeout of this step
                         * @default 10000
                         */
                        timeout_ms?: number | null;
                        value?: (string | number | boolean) | null;
                    } | {
                        /** @constant */
                        action: "expect_attribute";
                        /**
                         * @description Runs even after a failure, for cleanup
                         * @default false
                         */
                        always_run?: boolean | null;
                        attribute: string;
                        /**
                         * @description Continues with the next steps if this one fails; the run still fails
                         * @default false
                         */
                        continue_on_failure?: boolean | null;
                        /** @description Default: derived from the action */
                        name?: string | null;
                        /** @description Default: `contains` for text, otherwise `equals` */
                        operator?: ("equals" | "not_equals" | "greater_than" | "greater_than_or_equal" | "less_than" | "less_than_or_equal" | "contains" | "not_contains" | "matches" | "exists" | "not_exists" | "is_empty" | "is_not_empty" | "eq" | "not_eq" | "gt" | "gte" | "lt" | "lte" | "regex") | null;
                        /**
                         * @description Takes a screenshot after the step; a failed step always takes one
                         * @default false
                         */
                        screenshot?: boolean | null;
                        /** @description Playwright selector: role=button[name="Pay"], text=…, css, data-testid=… */
                        selector: string;
                        /**
                         * @description Timeout of this step
                         * @default 10000
                         */
                        timeout_ms?: number | null;
                        value?: (string | number | boolean) | null;
                    } | {
                        /** @constant */
                        action: "expect_url";
                        /**
                         * @description Runs even after a failure, for cleanup
                         * @default false
                         */
                        always_run?: boolean | null;
                        /**
                         * @description Continues with the next steps if this one fails; the run still fails
                         * @default false
                         */
                        continue_on_failure?: boolean | null;
                        /** @description Default: derived from the action */
                        name?: string | null;
                        /** @description Default: `contains` for text, otherwise `equals` */
                        operator?: ("equals" | "not_equals" | "greater_than" | "greater_than_or_equal" | "less_than" | "less_than_or_equal" | "contains" | "not_contains" | "matches" | "exists" | "not_exists" | "is_empty" | "is_not_empty" | "eq" | "not_eq" | "gt" | "gte" | "lt" | "lte" | "regex") | null;
                        /**
                         * @description Takes a screenshot after the step; a failed step always takes one
                         * @default false
                         */
                        screenshot?: boolean | null;
                        /**
                         * @description Timeout of this step
                         * @default 10000
                         */
                        timeout_ms?: number | null;
                        value?: (string | number | boolean) | null;
                    } | {
                        /** @constant */
                        action: "expect_title";
                        /**
                         * @description Runs even after a failure, for cleanup
                         * @default false
                         */
                        always_run?: boolean | null;
                        /**
                         * @description Continues with the next steps if this one fails; the run still fails
                         * @default false
                         */
                        continue_on_failure?: boolean | null;
                        /** @description Default: derived from the action */
                        name?: string | null;
                        /** @description Default: `contains` for text, otherwise `equals` */
                        operator?: ("equals" | "not_equals" | "greater_than" | "greater_than_or_equal" | "less_than" | "less_than_or_equal" | "contains" | "not_contains" | "matches" | "exists" | "not_exists" | "is_empty" | "is_not_empty" | "eq" | "not_eq" | "gt" | "gte" | "lt" | "lte" | "regex") | null;
                        /**
                         * @description Takes a screenshot after the step; a failed step always takes one
                         * @default false
                         */
                        screenshot?: boolean | null;
                        /**
                         * @description Timeout of this step
                         * @default 10000
                         */
                        timeout_ms?: number | null;
                        value?: (string | number | boolean) | null;
                    } | {
                        /** @constant */
                        action: "screenshot";
                        /**
                         * @description Runs even after a failure, for cleanup
                         * @default false
                         */
                        always_run?: boolean | null;
                        /** @description Compares the screenshot with the baseline of the journey */
                        compare?: boolean | null;
                        /**
                         * @description Continues with the next steps if this one fails; the run still fails
                         * @default false
                         */
                        continue_on_failure?: boolean | null;
                        full_page?: boolean | null;
                        label: string;
                        mask?: string[] | null;
                        /** @description Default: derived from the action */
                        name?: string | null;
                        /**
                         * @description Takes a screenshot after the step; a failed step always takes one
                         * @default false
                         */
                        screenshot?: boolean | null;
                        selector?: string | null;
                        /** @description A larger difference fails the step; if not set, the difference is only recorded */
                        threshold_percent?: number | null;
                        /**
                         * @description Timeout of this step
                         * @default 10000
                         */
                        timeout_ms?: number | null;
                    } | {
                        /** @constant */
                        action: "request";
                        /**
                         * @description Runs even after a failure, for cleanup
                         * @default false
                         */
                        always_run?: boolean | null;
                        assertions?: {
                            /** @enum {string} */
                            operator: "equals" | "not_equals" | "greater_than" | "greater_than_or_equal" | "less_than" | "less_than_or_equal" | "contains" | "not_contains" | "matches" | "exists" | "not_exists" | "is_empty" | "is_not_empty" | "eq" | "not_eq" | "gt" | "gte" | "lt" | "lte" | "regex";
                            /** @description Header name or RFC 9535 JSONPath; only for types `header` and `json_path` */
                            property?: string | null;
                            /** @enum {string} */
                            type: "status_code" | "response_time" | "header" | "body" | "json_path" | "ssl_expiry";
                            value?: (string | number | boolean) | null;
                        }[] | null;
                        auth?: ({
                            password: string;
                            /** @constant */
                            type: "basic";
                            username: string;
                        } | {
                            token: string;
                            /** @constant */
                            type: "bearer";
                        }) | null;
                        /** @description A string is sent as is; any other JSON value is sent as application/json */
                        body?: unknown;
                        /**
                         * @description Continues with the next steps if this one fails; the run still fails
                         * @default false
                         */
                        continue_on_failure?: boolean | null;
                        extract?: {
                            expression?: string | null;
                            name: string;
                            /** @enum {string} */
                            source: "json_path" | "header" | "body_regex" | "status_code";
                        }[] | null;
                        /** @default true */
                        follow_redirects?: boolean | null;
                        /** @description At most 50 */
                        headers?: {
                            [key: string]: string;
                        } | null;
                        /** @default GET */
                        method?: ("GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS" | "COPY" | "LINK" | "LOCK" | "MKCOL" | "MOVE" | "PROPFIND" | "PROPPATCH" | "PURGE" | "QUERY" | "REPORT" | "SEARCH" | "UNLINK" | "UNLOCK" | "VIEW") | null;
                        /** @description Default: derived from the action */
                        name?: string | null;
                        query?: {
                            [key: string]: string;
                        } | null;
                        /**
                         * @description Takes a screenshot after the step; a failed step always takes one
                         * @default false
                         */
                        screenshot?: boolean | null;
                        /**
                         * @description Timeout of this step in seconds
                         * @default 30
                         */
                        timeout?: number | null;
                        /**
                         * @description Timeout of this step
                         * @default 10000
                         */
                        timeout_ms?: number | null;
                        url: string;
                        /** @default true */
                        verify_tls?: boolean | null;
                    } | {
                        /** @constant */
                        action: "set_variable";
                        /**
                         * @description Runs even after a failure, for cleanup
                         * @default false
                         */
                        always_run?: boolean | null;
                        /**
                         * @description Continues with the next steps if this one fails; the run still fails
                         * @default false
                         */
                        continue_on_failure?: boolean | null;
                        from: {
                            attribute?: string | null;
                            /** @description Playwright selector: role=button[name="Pay"], text=…, css, data-testid=… */
                            selector: string;
                        } | {
                            value: string;
                        };
                        /** @description Default: derived from the action */
                        name?: string | null;
                        /**
                         * @description Takes a screenshot after the step; a failed step always takes one
                         * @default false
                         */
                        screenshot?: boolean | null;
                        /**
                         * @description Timeout of this step
                         * @default 10000
                         */
                        timeout_ms?: number | null;
                        variable: string;
                    } | {
                        /** @constant */
                        action: "totp";
                        /**
                         * @description Runs even after a failure, for cleanup
                         * @default false
                         */
                        always_run?: boolean | null;
                        /**
                         * @description Continues with the next steps if this one fails; the run still fails
                         * @default false
                         */
                        continue_on_failure?: boolean | null;
                        /** @description Default: derived from the action */
                        name?: string | null;
                        /**
                         * @description Takes a screenshot after the step; a failed step always takes one
                         * @default false
                         */
                        screenshot?: boolean | null;
                        secret: string;
                        /** @description Playwright selector: role=button[name="Pay"], text=…, css, data-testid=… */
                        selector: string;
                        /**
                         * @description Timeout of this step
                         * @default 10000
                         */
                        timeout_ms?: number | null;
                    })[] | null;
                    tags?: string[] | null;
                    /** @description Timeout of each attempt */
                    timeout_seconds?: number;
                    /** @description Read-only; ignored in a request */
                    readonly updated_at?: unknown;
                    viewport?: {
                        height: number;
                        width: number;
                    } | null;
                };
            };
        };
        MaintenanceWindowCreate: {
            content: {
                "application/json": {
                    /** @description Read-only; ignored in a request */
                    readonly active?: unknown;
                    api_monitor_ids?: string[] | null;
                    /**
                     * @description With `mute`: whether results count as uptime and downtime; if false, the status is `maintenance`. Not applicable with `pause`
                     * @default false
                     */
                    counts_uptime?: boolean;
                    /** @description Read-only; ignored in a request */
                    readonly covers_all?: unknown;
                    /** @description Read-only; ignored in a request */
                    readonly created_at?: unknown;
                    /** @description Read-only; ignored in a request */
                    readonly created_by?: unknown;
                    duration_minutes?: number | null;
                    duration_seconds?: number | null;
                    /** @description Read-only; ignored in a request */
                    readonly ended_at?: unknown;
                    /** @description Read-only; ignored in a request */
                    readonly ends_at?: unknown;
                    /** @description Read-only; ignored in a request */
                    readonly id?: unknown;
                    journey_ids?: string[] | null;
                    /**
                     * @description `mute`: keep checking, mute notifications. `pause`: pause checks and notifications
                     * @default mute
                     * @enum {string}
                     */
                    mode?: "mute" | "pause";
                    monitor_ids?: string[] | null;
                    name: string;
                    /** @description Read-only; ignored in a request */
                    readonly next_starts_at?: unknown;
                    /** @description The organization of the key; any other ID returns 403 */
                    org_id?: string | null;
                    rrule?: string | null;
                    starts_at?: string | null;
                    tags?: string[] | null;
                    timezone?: string | null;
                    /** @description Read-only; ignored in a request */
                    readonly updated_at?: unknown;
                };
            };
        };
        MaintenanceWindowUpdate: {
            content: {
                "application/json": {
                    /** @description Read-only; ignored in a request */
                    readonly active?: unknown;
                    api_monitor_ids?: string[] | null;
                    /** @description With `mute`: whether results count as uptime and downtime; if false, the status is `maintenance`. Not applicable with `pause` */
                    counts_uptime?: boolean;
                    /** @description Read-only; ignored in a request */
                    readonly covers_all?: unknown;
                    /** @description Read-only; ignored in a request */
                    readonly created_at?: unknown;
                    /** @description Read-only; ignored in a request */
                    readonly created_by?: unknown;
                    duration_minutes?: number | null;
                    duration_seconds?: number | null;
                    /** @description Read-only; ignored in a request */
                    readonly ended_at?: unknown;
                    /** @description Read-only; ignored in a request */
                    readonly ends_at?: unknown;
                    /** @description Read-only; ignored in a request */
                    readonly id?: unknown;
                    journey_ids?: string[] | null;
                    /**
                     * @description `mute`: keep checking, mute notifications. `pause`: pause checks and notifications
                     * @enum {string}
                     */
                    mode?: "mute" | "pause";
                    monitor_ids?: string[] | null;
                    name?: string;
                    /** @description Read-only; ignored in a request */
                    readonly next_starts_at?: unknown;
                    /** @description The organization of the key; any other ID returns 403 */
                    org_id?: string | null;
                    rrule?: string | null;
                    /** @description ISO 8601; without an offset, local time in `timezone`. Default: now */
                    starts_at?: string;
                    tags?: string[] | null;
                    /** @description IANA name; default: the time zone of the organization */
                    timezone?: string;
                    /** @description Read-only; ignored in a request */
                    readonly updated_at?: unknown;
                };
            };
        };
        MemberUpdate: {
            content: {
                "application/json": {
                    /** @description Read-only; ignored in a request */
                    readonly email?: unknown;
                    /** @description Read-only; ignored in a request */
                    readonly id?: unknown;
                    /** @description Read-only; ignored in a request */
                    readonly joined_at?: unknown;
                    /** @description Read-only; ignored in a request */
                    readonly name?: unknown;
                    /** @description The organization in the path; any other ID returns 403 */
                    org_id?: string | null;
                    /**
                     * @description At most your own role
                     * @enum {string}
                     */
                    role: "viewer" | "member" | "admin" | "owner";
                    /** @description Read-only; ignored in a request */
                    readonly user_id?: unknown;
                };
            };
        };
        MonitorCreate: {
            content: {
                "application/json": {
                    assertions?: {
                        /** @enum {string} */
                        operator: "equals" | "not_equals" | "greater_than" | "greater_than_or_equal" | "less_than" | "less_than_or_equal" | "contains" | "not_contains" | "matches" | "exists" | "not_exists" | "is_empty" | "is_not_empty" | "eq" | "not_eq" | "gt" | "gte" | "lt" | "lte" | "regex";
                        /** @description Header name or RFC 9535 JSONPath; only for types `header` and `json_path` */
                        property?: string | null;
                        /** @enum {string} */
                        type: "status_code" | "response_time" | "header" | "body" | "json_path" | "ssl_expiry";
                        value?: (string | number | boolean) | null;
                    }[] | null;
                    body?: string | null;
                    /** @description Read-only; ignored in a request */
                    readonly created_at?: unknown;
                    degraded_after_ms?: number | null;
                    /** @default true */
                    enabled?: boolean;
                    /**
                     * @description Follows at most 10 redirects
                     * @default true
                     */
                    follow_redirects?: boolean;
                    headers?: {
                        [key: string]: string;
                    } | null;
                    host?: string | null;
                    /** @description Read-only; ignored in a request */
                    readonly id?: unknown;
                    /**
                     * @description Seconds between checks; fractions are allowed
                     * @default 60
                     */
                    interval?: number;
                    /** @description Read-only; ignored in a request */
                    readonly last_checked_at?: unknown;
                    /** @description Read-only; ignored in a request */
                    readonly last_response_time_ms?: unknown;
                    /**
                     * @default [
                     *       "default"
                     *     ]
                     */
                    locations?: string[];
                    /** @default GET */
                    method?: ("GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS") | null;
                    name: string;
                    /** @description The organization of the key; any other ID returns 403 */
                    org_id?: string | null;
                    parents?: string[] | null;
                    /** @description Read-only; ignored in a request */
                    readonly paused_reason?: unknown;
                    port?: number | null;
                    /**
                     * @description Retries, one second apart, before a check counts as down
                     * @default 1
                     */
                    retries?: number;
                    /** @description Read-only; ignored in a request */
                    readonly ssl_expires_at?: unknown;
                    /** @description Read-only; ignored in a request */
                    readonly status?: unknown;
                    /** @description Read-only; ignored in a request */
                    readonly status_reason?: unknown;
                    /** @description Read-only; ignored in a request */
                    readonly status_since?: unknown;
                    tags?: string[] | null;
                    /**
                     * @description Timeout of each attempt in seconds
                     * @default 30
                     */
                    timeout?: number;
                    /** @enum {string} */
                    type: "url" | "tcp";
                    /** @description Read-only; ignored in a request */
                    readonly updated_at?: unknown;
                    url?: string | null;
                    /** @default true */
                    verify_tls?: boolean;
                };
            };
        };
        MonitorTry: {
            content: {
                "application/json": {
                    assertions?: {
                        /** @enum {string} */
                        operator: "equals" | "not_equals" | "greater_than" | "greater_than_or_equal" | "less_than" | "less_than_or_equal" | "contains" | "not_contains" | "matches" | "exists" | "not_exists" | "is_empty" | "is_not_empty" | "eq" | "not_eq" | "gt" | "gte" | "lt" | "lte" | "regex";
                        /** @description Header name or RFC 9535 JSONPath; only for types `header` and `json_path` */
                        property?: string | null;
                        /** @enum {string} */
                        type: "status_code" | "response_time" | "header" | "body" | "json_path" | "ssl_expiry";
                        value?: (string | number | boolean) | null;
                    }[] | null;
                    body?: string | null;
                    /** @description Read-only; ignored in a request */
                    readonly created_at?: unknown;
                    degraded_after_ms?: number | null;
                    /** @default true */
                    enabled?: boolean;
                    /**
                     * @description Follows at most 10 redirects
                     * @default true
                     */
                    follow_redirects?: boolean;
                    headers?: {
                        [key: string]: string;
                    } | null;
                    host?: string | null;
                    /** @description Read-only; ignored in a request */
                    readonly id?: unknown;
                    /**
                     * @description Seconds between checks; fractions are allowed
                     * @default 60
                     */
                    interval?: number;
                    /** @description Read-only; ignored in a request */
                    readonly last_checked_at?: unknown;
                    /** @description Read-only; ignored in a request */
                    readonly last_response_time_ms?: unknown;
                    /**
                     * @default [
                     *       "default"
                     *     ]
                     */
                    locations?: string[];
                    /** @default GET */
                    method?: ("GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS") | null;
                    name?: string | null;
                    /** @description The organization of the key; any other ID returns 403 */
                    org_id?: string | null;
                    parents?: string[] | null;
                    /** @description Read-only; ignored in a request */
                    readonly paused_reason?: unknown;
                    port?: number | null;
                    /**
                     * @description Retries, one second apart, before a check counts as down
                     * @default 1
                     */
                    retries?: number;
                    /** @description Read-only; ignored in a request */
                    readonly ssl_expires_at?: unknown;
                    /** @description Read-only; ignored in a request */
                    readonly status?: unknown;
                    /** @description Read-only; ignored in a request */
                    readonly status_reason?: unknown;
                    /** @description Read-only; ignored in a request */
                    readonly status_since?: unknown;
                    tags?: string[] | null;
                    /**
                     * @description Timeout of each attempt in seconds
                     * @default 30
                     */
                    timeout?: number;
                    /** @enum {string} */
                    type: "url" | "tcp";
                    /** @description Read-only; ignored in a request */
                    readonly updated_at?: unknown;
                    url?: string | null;
                    /** @default true */
                    verify_tls?: boolean;
                };
            };
        };
        MonitorUpdate: {
            content: {
                "application/json": {
                    assertions?: {
                        /** @enum {string} */
                        operator: "equals" | "not_equals" | "greater_than" | "greater_than_or_equal" | "less_than" | "less_than_or_equal" | "contains" | "not_contains" | "matches" | "exists" | "not_exists" | "is_empty" | "is_not_empty" | "eq" | "not_eq" | "gt" | "gte" | "lt" | "lte" | "regex";
                        /** @description Header name or RFC 9535 JSONPath; only for types `header` and `json_path` */
                        property?: string | null;
                        /** @enum {string} */
                        type: "status_code" | "response_time" | "header" | "body" | "json_path" | "ssl_expiry";
                        value?: (string | number | boolean) | null;
                    }[] | null;
                    body?: string | null;
                    /** @description Read-only; ignored in a request */
                    readonly created_at?: unknown;
                    degraded_after_ms?: number | null;
                    enabled?: boolean;
                    /** @description Follows at most 10 redirects */
                    follow_redirects?: boolean;
                    headers?: {
                        [key: string]: string;
                    } | null;
                    host?: string | null;
                    /** @description Read-only; ignored in a request */
                    readonly id?: unknown;
                    /** @description Seconds between checks; fractions are allowed */
                    interval?: number;
                    /** @description Read-only; ignored in a request */
                    readonly last_checked_at?: unknown;
                    /** @description Read-only; ignored in a request */
                    readonly last_response_time_ms?: unknown;
                    locations?: string[];
                    method?: ("GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS") | null;
                    name?: string;
                    /** @description The organization of the key; any other ID returns 403 */
                    org_id?: string | null;
                    parents?: string[] | null;
                    /** @description Read-only; ignored in a request */
                    readonly paused_reason?: unknown;
                    port?: number | null;
                    /** @description Retries, one second apart, before a check counts as down */
                    retries?: number;
                    /** @description Read-only; ignored in a request */
                    readonly ssl_expires_at?: unknown;
                    /** @description Read-only; ignored in a request */
                    readonly status?: unknown;
                    /** @description Read-only; ignored in a request */
                    readonly status_reason?: unknown;
                    /** @description Read-only; ignored in a request */
                    readonly status_since?: unknown;
                    tags?: string[] | null;
                    /** @description Timeout of each attempt in seconds */
                    timeout?: number;
                    /** @enum {string} */
                    type?: "url" | "tcp";
                    /** @description Read-only; ignored in a request */
                    readonly updated_at?: unknown;
                    url?: string | null;
                    verify_tls?: boolean;
                };
            };
        };
        OrganizationCreate: {
            content: {
                "application/json": {
                    /** @description Read-only; ignored in a request */
                    readonly created_at?: unknown;
                    /** @description Read-only; ignored in a request */
                    readonly id?: unknown;
                    name: string;
                    /** @description Read-only; ignored in a request */
                    readonly plan_id?: unknown;
                    /** @description Read-only; ignored in a request */
                    readonly role?: unknown;
                    settings?: {
                        /**
                         * @description Retention of results: the minimum of this value, the plan limit and VEDETTE_RETENTION_DAYS, but at least 3 days
                         * @default 90
                         */
                        retention_days?: number;
                        /**
                         * @description IANA name
                         * @default UTC
                         */
                        timezone?: string;
                    };
                    /** @description Unique on this server */
                    slug?: string;
                };
            };
        };
        OrganizationUpdate: {
            content: {
                "application/json": {
                    /** @description Read-only; ignored in a request */
                    readonly created_at?: unknown;
                    /** @description Read-only; ignored in a request */
                    readonly id?: unknown;
                    name?: string;
                    /** @description The organization in the path; any other ID returns 403 */
                    org_id?: string | null;
                    /** @description Read-only; ignored in a request */
                    readonly plan_id?: unknown;
                    /** @description Read-only; ignored in a request */
                    readonly role?: unknown;
                    settings?: {
                        /** @description Retention of results: the minimum of this value, the plan limit and VEDETTE_RETENTION_DAYS, but at least 3 days */
                        retention_days?: number;
                        /** @description IANA name */
                        timezone?: string;
                    };
                    /** @description Unique on this server */
                    slug?: string;
                };
            };
        };
        OwnershipTransfer: {
            content: {
                "application/json": {
                    /** @description The member to make the owner; the current owner becomes an admin */
                    member_id: string;
                    /** @description The organization in the path; any other ID returns 403 */
                    org_id?: string | null;
                };
            };
        };
        OwnPassword: {
            content: {
                "application/json": {
                    password: string;
                };
            };
        };
        OwnProof: {
            content: {
                "application/json": {
                    /** @description Code of the authenticator app, or a recovery code; required if two-factor authentication is on */
                    code?: string | null;
                    password: string;
                };
            };
        };
        PasswordChange: {
            content: {
                "application/json": {
                    current_password: string;
                    /** @description Any characters */
                    new_password: string;
                };
            };
        };
        PasswordReset: {
            content: {
                "application/json": {
                    /** @description Any characters */
                    password: string;
                    /** @description The part of the link after `#` */
                    token: string;
                };
            };
        };
        RecipientLink: {
            content: {
                "application/json": {
                    /** @description The part of the link after `#` */
                    token: string;
                };
            };
        };
        RecipientRefusal: {
            content: {
                "application/json": {
                    /**
                     * @description Refuse emails from every organization on this server
                     * @default false
                     */
                    everywhere?: boolean;
                    /** @description The part of the link after `#` */
                    token: string;
                };
            };
        };
        RecipientResend: {
            content: {
                "application/json": {
                    /** @description An `unconfirmed` recipient of the channel */
                    email: string;
                    /** @description The organization of the caller; any other ID returns 403 */
                    org_id?: string | null;
                };
            };
        };
        ResetMail: {
            content: {
                "application/json": {
                    email: string;
                };
            };
        };
        RunnerPoll: {
            content: {
                "application/json": {
                    /** @description Free capacity for each kind of work */
                    capacity: {
                        api_monitor?: number;
                        checks?: number;
                        journey?: number;
                    };
                    /** @description Runner name shown in results */
                    runner: string;
                    /** @description Runner clock, epoch milliseconds */
                    sent_at_ms: number;
                    version: string;
                };
            };
        };
        RunnerReports: {
            content: {
                "application/json": {
                    checks: {
                        /** @description Null if the check was not made */
                        outcome: {
                            assertions: {
                                actual: (string | number | boolean) | null;
                                /** @enum {string} */
                                operator: "equals" | "not_equals" | "greater_than" | "greater_than_or_equal" | "less_than" | "less_than_or_equal" | "contains" | "not_contains" | "matches" | "exists" | "not_exists" | "is_empty" | "is_not_empty";
                                passed: boolean;
                                property: string | null;
                                /** @enum {string} */
                                type: "status_code" | "response_time" | "header" | "body" | "json_path" | "ssl_expiry";
                                value: (string | number | boolean) | null;
                            }[];
                            attempts: number;
                            bodyBytes: number | null;
                            checkedAtMs: number;
                            error: {
                                /** @enum {string} */
                                code: "DNS_FAILED" | "CONNECT_REFUSED" | "CONNECT_TIMEOUT" | "TLS_INVALID" | "TIMEOUT" | "CONNECTION_RESET" | "TOO_MANY_REDIRECTS" | "BODY_TOO_LARGE" | "PROTOCOL_ERROR" | "ADDRESS_BLOCKED" | "ASSERTION_FAILED" | "ASSERTION_TOO_COSTLY";
                                message: string;
                                /** @enum {string} */
                                phase: "dns" | "connect" | "tls" | "request" | "headers" | "body" | "assertion";
                                /** @enum {string} */
                                reason?: "expired" | "not_yet_valid" | "self_signed" | "unknown_issuer" | "wrong_host" | "weak" | "handshake";
                            } | null;
                            ip: (string) | null;
                            responseUs: number | null;
                            /** @enum {string} */
                            status: "up" | "degraded" | "down" | "error";
                            statusCode: number | null;
                            timings: {
                                connectUs: number | null;
                                dnsUs: number | null;
                                downloadUs: number | null;
                                tlsUs: number | null;
                                ttfbUs: number | null;
                            };
                            tls: {
                                expiresAtMs: number | null;
                                issuer: string | null;
                                protocol: string | null;
                            } | null;
                        } | null;
                        /** @description Identifies the work, signed by the server; reports include it */
                        ticket: string;
                    }[];
                    runner: string;
                    runs: ({
                        at_ms: number;
                        /** @constant */
                        event: "started";
                        /** @description Identifies the work, signed by the server; reports include it */
                        ticket: string;
                    } | {
                        /** @constant */
                        event: "finished";
                        outcome: {
                            artifactError?: string;
                            artifacts?: {
                                bytes: number;
                                contentType: string;
                                key: string;
                                /** @enum {string} */
                                kind: "screenshot" | "trace" | "video" | "har" | "log" | "baseline" | "diff";
                                label?: string;
                                name: string;
                                stepIndex: number | null;
                            }[];
                            error: {
                                /** @enum {string} */
                                code: "DNS_FAILED" | "CONNECT_REFUSED" | "CONNECT_TIMEOUT" | "TLS_INVALID" | "TIMEOUT" | "CONNECTION_RESET" | "TOO_MANY_REDIRECTS" | "BODY_TOO_LARGE" | "PROTOCOL_ERROR" | "ADDRESS_BLOCKED" | "ASSERTION_FAILED" | "ASSERTION_TOO_COSTLY" | "UNKNOWN_VARIABLE" | "INVALID_REQUEST" | "EXTRACTION_FAILED" | "NO_STEPS" | "CANCELLED" | "RUNNER_LOST" | "NO_RUNNER" | "SECRET_UNAVAILABLE" | "INTERNAL" | "STEP_FAILED" | "NAVIGATION_FAILED" | "ELEMENT_NOT_FOUND" | "VISUAL_DIFFERENCE" | "BROWSER_CRASHED" | "SCRIPT_FAILED" | "SCRIPT_SANDBOX_UNAVAILABLE";
                                message: string;
                                stepIndex: number | null;
                            } | null;
                            finishedAtMs: number;
                            startedAtMs: number;
                            steps: {
                                action: string;
                                assertions: {
                                    actual: (string | number | boolean) | null;
                                    /** @enum {string} */
                                    operator: "equals" | "not_equals" | "greater_than" | "greater_than_or_equal" | "less_than" | "less_than_or_equal" | "contains" | "not_contains" | "matches" | "exists" | "not_exists" | "is_empty" | "is_not_empty";
                                    passed: boolean;
                                    property: string | null;
                                    /** @enum {string} */
                                    type: "status_code" | "response_time" | "header" | "body" | "json_path" | "ssl_expiry";
                                    value: (string | number | boolean) | null;
                                }[];
                                console?: {
                                    atMs: number;
                                    /** @enum {string} */
                                    level: "error" | "warning";
                                    text: string;
                                    url: string | null;
                                }[];
                                durationMs: number | null;
                                error: {
                                    /** @enum {string} */
                                    code: "DNS_FAILED" | "CONNECT_REFUSED" | "CONNECT_TIMEOUT" | "TLS_INVALID" | "TIMEOUT" | "CONNECTION_RESET" | "TOO_MANY_REDIRECTS" | "BODY_TOO_LARGE" | "PROTOCOL_ERROR" | "ADDRESS_BLOCKED" | "ASSERTION_FAILED" | "ASSERTION_TOO_COSTLY" | "UNKNOWN_VARIABLE" | "INVALID_REQUEST" | "EXTRACTION_FAILED" | "NO_STEPS" | "CANCELLED" | "RUNNER_LOST" | "NO_RUNNER" | "SECRET_UNAVAILABLE" | "INTERNAL" | "STEP_FAILED" | "NAVIGATION_FAILED" | "ELEMENT_NOT_FOUND" | "VISUAL_DIFFERENCE" | "BROWSER_CRASHED" | "SCRIPT_FAILED" | "SCRIPT_SANDBOX_UNAVAILABLE";
                                    message: string;
                                } | null;
                                extracted: {
                                    name: string;
                                    value: string | null;
                                }[];
                                failedRequests?: {
                                    error: string | null;
                                    method: string;
                                    statusCode: number | null;
                                    url: string;
                                }[];
                                index: number;
                                name: string;
                                request: {
                                    body: string | null;
                                    headers: {
                                        [key: string]: string;
                                    };
                                    isBodyCut: boolean;
                                    method: string;
                                    url: string;
                                } | null;
                                response: {
                                    body: string | null;
                                    bodyBytes: number | null;
                                    headers: {
                                        [key: string]: string;
                                    };
                                    ip: (string) | null;
                                    isBodyCut: boolean;
                                    redirects: number;
                                    statusCode: number;
                                    timings: {
                                        connectUs: number | null;
                                        dnsUs: number | null;
                                        downloadUs: number | null;
                                        tlsUs: number | null;
                                        ttfbUs: number | null;
                                    };
                                    tls: {
                                        expiresAtMs: number | null;
                                        issuer: string | null;
                                        protocol: string | null;
                                    } | null;
                                } | null;
                                screenshot?: string;
                                startedAtMs: number | null;
                                /** @enum {string} */
                                status: "passed" | "failed" | "skipped";
                                url: string | null;
                                visualDiff?: {
                                    actual: string;
                                    baseline: string;
                                    diff: string | null;
                                    label: string;
                                    percent: number;
                                };
                            }[];
                            visualDiffPercent?: number | null;
                            webVitals?: {
                                cls: number | null;
                                fcpMs: number | null;
                                inpMs: number | null;
                                lcpMs: number | null;
                                ttfbMs: number | null;
                            };
                        };
                        /** @description Identifies the work, signed by the server; reports include it */
                        ticket: string;
                    } | {
                        /** @constant */
                        event: "unstarted";
                        /** @description Identifies the work, signed by the server; reports include it */
                        ticket: string;
                    })[];
                };
            };
        };
        SetUp: {
            content: {
                "application/json": {
                    email: string;
                    name: string;
                    /** @description Any characters */
                    password: string;
                    /** @description The part of the setup link after `#` */
                    token: string;
                };
            };
        };
        SignIn: {
            content: {
                "application/json": {
                    email: string;
                    password: string;
                };
            };
        };
        SignInCode: {
            content: {
                "application/json": {
                    code: string;
                    /**
                     * @description Whether the code is a recovery code
                     * @default false
                     */
                    recovery?: boolean;
                };
            };
        };
        SignUp: {
            content: {
                "application/json": {
                    email: string;
                    /** @description The part of the invitation link after `#` */
                    invitation_token?: string | null;
                    name: string;
                    /** @description Any characters */
                    password: string;
                };
            };
        };
        SignUpVerify: {
            content: {
                "application/json": {
                    /** @description The part after the dot, if there is one */
                    invitation_token?: string | null;
                    /** @description The password chosen at sign-up */
                    password: string;
                    /** @description The part of the link after `#`, up to the first dot */
                    token: string;
                };
            };
        };
        StripeEvent: {
            content: {
                "application/json": {
                    id: string;
                    type: string;
                } & {
                    [key: string]: unknown;
                };
            };
        };
        VariableCreate: {
            content: {
                "application/json": {
                    /** @description Read-only; ignored in a request */
                    readonly created_at?: unknown;
                    /** @description Read-only; ignored in a request */
                    readonly has_value?: unknown;
                    /** @description Read-only; ignored in a request */
                    readonly id?: unknown;
                    name: string;
                    /** @description The organization of the caller; any other ID returns 403 */
                    org_id?: string | null;
                    /**
                     * @default string
                     * @enum {string}
                     */
                    type?: "string" | "secret";
                    /** @description Read-only; ignored in a request */
                    readonly updated_at?: unknown;
                    /** @description At most 64 KiB of UTF-8; the value of a secret must not be empty */
                    value: string;
                };
            };
        };
        VariableUpdate: {
            content: {
                "application/json": {
                    /** @description Read-only; ignored in a request */
                    readonly created_at?: unknown;
                    /** @description Read-only; ignored in a request */
                    readonly has_value?: unknown;
                    /** @description Read-only; ignored in a request */
                    readonly id?: unknown;
                    name?: string;
                    /** @description The organization of the caller; any other ID returns 403 */
                    org_id?: string | null;
                    /**
                     * @description A `string` may become `secret`; a `secret` never becomes `string`
                     * @enum {string}
                     */
                    type?: "string" | "secret";
                    /** @description Read-only; ignored in a request */
                    readonly updated_at?: unknown;
                    /** @description Null, as returned for a secret, keeps the value of the secret */
                    value?: string | null;
                };
            };
        };
    };
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    triggerJourney: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key, path and body within 24 hours give the first answer again */
                "idempotency-key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["JourneyTrigger"];
        responses: {
            /** @description Accepted; the work goes on */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PipelineRun"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key is missing or not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description There is no such thing in this organization */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The body is of another type than this takes */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Too many requests; see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description A fault of the server */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    uploadRunnerFile: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /** Format: binary */
                    file: string;
                    /** @enum {string} */
                    kind: "screenshot" | "trace" | "video" | "har" | "log" | "baseline" | "diff";
                    org_id?: string;
                    /** @description Identifies the work, signed by the server; reports include it */
                    ticket: string;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["RunnerArtifact"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key is missing or not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The body is of another type than this takes */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Too many requests; see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description A fault of the server */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getRunnerFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                ref: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
            /** @description The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key is missing or not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description There is no such thing in this organization */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Too many requests; see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description A fault of the server */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    askForWork: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["RunnerPoll"];
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["RunnerWork"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key is missing or not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The body is of another type than this takes */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Too many requests; see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description A fault of the server */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Not possible at the moment; see the message */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    reportWork: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["RunnerReports"];
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["RunnerReceipt"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key is missing or not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The body is of another type than this takes */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Too many requests; see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description A fault of the server */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getPipelineRun: {
        parameters: {
            query?: {
                org_id?: string;
                /** @description Seconds to wait for the run to finish, 0 (default) to 60 */
                wait?: number;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PipelineRun"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key is missing or not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description There is no such thing in this organization */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Too many requests; see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description A fault of the server */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Not possible at the moment; see the message */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    uploadArtifact: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /** Format: binary */
                    file: string;
                    /** @enum {string} */
                    kind: "screenshot" | "trace" | "video" | "har" | "log";
                    /** @description Default: the name of the file */
                    name?: string;
                    /** @description The organization of the key; any other ID returns 403 */
                    org_id?: string;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Artifact"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key is missing or not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description There is no such thing in this organization */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The body is of another type than this takes */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Too many requests; see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description A fault of the server */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    beginOidc: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @description URL to redirect the browser to */
                            url: string;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Too many requests; see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description A fault of the server */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    changePassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["PasswordChange"];
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @enum {boolean} */
                            done: true;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key is missing or not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The body is of another type than this takes */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Too many requests; see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description A fault of the server */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    resetPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["PasswordReset"];
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @enum {boolean} */
                            done: true;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The body is of another type than this takes */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Too many requests; see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description A fault of the server */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    requestPasswordReset: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["ResetMail"];
        responses: {
            /** @description Accepted; the work goes on */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @enum {boolean} */
                            done: true;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The body is of another type than this takes */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Too many requests; see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description A fault of the server */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getSignInState: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["SignInState"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Too many requests; see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description A fault of the server */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    listOwnSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["OwnSession"][];
                        meta: {
                            has_more: boolean;
                            /** @description Pass as `cursor` to get the next page */
                            next_cursor: string | null;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key is missing or not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Too many requests; see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description A fault of the server */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    endOwnSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Lowercase UUID v7 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @enum {boolean} */
                            done: true;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key is missing or not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description There is no such thing in this organization */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Too many requests; see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description A fault of the server */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    endOtherSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @description Number of sessions that were ended */
                            ended: number;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key is missing or not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Too many requests; see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description A fault of the server */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    setUp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["SetUp"];
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @enum {boolean} */
                            done: true;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The body is of another type than this takes */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Too many requests; see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description A fault of the server */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    signIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["SignIn"];
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /**
                             * @description `code_needed`: continue with `POST /api/auth/sign-in/code`
                             * @enum {string}
                             */
                            status: "signed_in" | "code_needed";
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The body is of another type than this takes */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Too many requests; see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description A fault of the server */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    finishSignIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["SignInCode"];
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @enum {boolean} */
                            done: true;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The body is of another type than this takes */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Too many requests; see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description A fault of the server */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    signOut: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @enum {boolean} */
                            done: true;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Too many requests; see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description A fault of the server */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    signUp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["SignUp"];
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /**
                             * @description `verify_email`: the account is created when the link in the verification email is opened
                             * @enum {string}
                             */
                            status: "signed_in" | "verify_email";
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Accepted; the work goes on */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /**
                             * @description `verify_email`: the account is created when the link in the verification email is opened
                             * @enum {string}
                             */
                            status: "signed_in" | "verify_email";
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The body is of another type than this takes */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Too many requests; see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description A fault of the server */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    verifySignUp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["SignUpVerify"];
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @enum {boolean} */
                            done: true;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The body is of another type than this takes */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Too many requests; see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description A fault of the server */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    addAuthenticatorApp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["OwnPassword"];
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["NewAuthenticatorApp"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key is missing or not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The body is of another type than this takes */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Too many requests; see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description A fault of the server */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    confirmAuthenticatorApp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["AppCode"];
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @enum {boolean} */
                            done: true;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key is missing or not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The body is of another type than this takes */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Too many requests; see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description A fault of the server */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    renewRecoveryCodes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["OwnProof"];
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["RecoveryCodes"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key is missing or not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The body is of another type than this takes */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Too many requests; see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description A fault of the server */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    removeAuthenticatorApp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["OwnProof"];
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @enum {boolean} */
                            done: true;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key is missing or not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The body is of another type than this takes */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Too many requests; see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description A fault of the server */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    listAlerts: {
        parameters: {
            query?: {
                /** @description `meta.next_cursor` of the previous page */
                cursor?: string;
                /** @description Opened at or after this time */
                from?: string;
                /** @description Page size, 1 to 200 */
                limit?: number;
                org_id?: string;
                rule_id?: string;
                sort?: "created_at" | "-created_at";
                /** @description `pending`, `sent`, `failed` or `resolved`, or a comma-separated list */
                status?: string;
                target_id?: string;
                /** @description Opened before this time */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Alert"][];
                        meta: {
                            has_more: boolean;
                            /** @description Pass as `cursor` to get the next page */
                            next_cursor: string | null;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key is missing or not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Too many requests; see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description A fault of the server */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getAlert: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Alert"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key is missing or not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description There is no such thing in this organization */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Too many requests; see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description A fault of the server */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    acknowledgeAlert: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Alert"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key is missing or not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description There is no such thing in this organization */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Too many requests; see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description A fault of the server */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    resolveAlert: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Alert"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key is missing or not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description There is no such thing in this organization */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Too many requests; see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description A fault of the server */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    listAlertChannels: {
        parameters: {
            query?: {
                /** @description `meta.next_cursor` of the previous page */
                cursor?: string;
                /** @description Page size, 1 to 200 */
                limit?: number;
                org_id?: string;
                sort?: "created_at" | "-created_at" | "name" | "-name";
                type?: "slack" | "email" | "webhook" | "discord" | "teams" | "telegram" | "pagerduty";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AlertChannel"][];
                        meta: {
                            has_more: boolean;
                            /** @description Pass as `cursor` to get the next page */
                            next_cursor: string | null;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key is missing or not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Too many requests; see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description A fault of the server */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    createAlertChannel: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["AlertChannelCreate"];
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AlertChannel"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key is missing or not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The body is of another type than this takes */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Too many requests; see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description A fault of the server */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getAlertChannel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AlertChannel"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key is missing or not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description There is no such thing in this organization */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Too many requests; see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description A fault of the server */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    updateAlertChannel: {
        parameters: {
            query?: never;
            header?: {
                /** @description An ETag of the resource. If the resource has changed since, the request fails with 412 */
                "if-match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: components["requestBodies"]["AlertChannelUpdate"];
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AlertChannel"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key is missing or not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description There is no such thing in this organization */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description It was changed since it was read; If-Match names an older state */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The body is of another type than this takes */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Too many requests; see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description A fault of the server */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    deleteAlertChannel: {
        parameters: {
            query?: {
                /** @description Deletes the channel even if rules use it, and disables those rules */
                force?: "true" | "false";
                org_id?: string;
            };
            header?: {
                /** @description An ETag of the resource. If the resource has changed since, the request fails with 412 */
                "if-match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @enum {boolean} */
                            deleted: true;
                            id: string;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key is missing or not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description There is no such thing in this organization */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description It was changed since it was read; If-Match names an older state */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Too many requests; see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description A fault of the server */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    resendConfirmation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: components["requestBodies"]["RecipientResend"];
        responses: {
            /** @description Accepted; the work goes on */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @enum {boolean} */
                            done: true;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key is missing or not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description There is no such thing in this organization */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The body is of another type than this takes */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Too many requests; see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description A fault of the server */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    testAlertChannel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AlertChannelTest"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key is missing or not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description There is no such thing in this organization */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Too many requests; see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description A fault of the server */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Not possible at the moment; see the message */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    listAlertRules: {
        parameters: {
            query?: {
                /** @description Only rules that notify this channel */
                channel_id?: string;
                /** @description `meta.next_cursor` of the previous page */
                cursor?: string;
                /** @description Page size, 1 to 200 */
                limit?: number;
                org_id?: string;
                sort?: "created_at" | "-created_at" | "name" | "-name";
                /** @description Only rules that name this target */
                target_id?: string;
                type?: "consecutive_failures" | "error_rate" | "latency_threshold" | "visual_diff_threshold" | "ssl_expiry";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AlertRule"][];
                        meta: {
                            has_more: boolean;
                            /** @description Pass as `cursor` to get the next page */
                            next_cursor: string | null;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key is missing or not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Too many requests; see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description A fault of the server */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    createAlertRule: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key, path and body within 24 hours give the first answer again */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["AlertRuleCreate"];
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AlertRule"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key is missing or not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The body is of another type than this takes */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Too many requests; see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description A fault of the server */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getAlertRule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AlertRule"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key is missing or not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description There is no such thing in this organization */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Too many requests; see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description A fault of the server */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    updateAlertRule: {
        parameters: {
            query?: never;
            header?: {
                /** @description An ETag of the resource. If the resource has changed since, the request fails with 412 */
                "if-match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: components["requestBodies"]["AlertRuleUpdate"];
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AlertRule"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key is missing or not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description There is no such thing in this organization */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description It was changed since it was read; If-Match names an older state */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The body is of another type than this takes */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Too many requests; see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description A fault of the server */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    deleteAlertRule: {
        parameters: {
            query?: never;
            header?: {
                /** @description An ETag of the resource. If the resource has changed since, the request fails with 412 */
                "if-match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @enum {boolean} */
                            deleted: true;
                            id: string;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key is missing or not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description There is no such thing in this organization */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description It was changed since it was read; If-Match names an older state */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Too many requests; see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description A fault of the server */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    previewAlertRule: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["AlertRulePreviewRequest"];
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AlertRulePreview"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key is missing or not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The body is of another type than this takes */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Too many requests; see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description A fault of the server */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    listApiKeys: {
        parameters: {
            query?: {
                /** @description `meta.next_cursor` of the previous page */
                cursor?: string;
                /** @description Page size, 1 to 200 */
                limit?: number;
                org_id?: string;
                sort?: "created_at" | "-created_at" | "name" | "-name";
                status?: "active" | "expired" | "revoked";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ApiKey"][];
                        meta: {
                            has_more: boolean;
                            /** @description Pass as `cursor` to get the next page */
                            next_cursor: string | null;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key is missing or not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Too many requests; see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description A fault of the server */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    createApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["ApiKeyCreate"];
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["NewApiKey"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key is missing or not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The body is of another type than this takes */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Too many requests; see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description A fault of the server */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    revokeApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @enum {boolean} */
                            deleted: true;
                            id: string;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key is missing or not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description There is no such thing in this organization */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Too many requests; see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description A fault of the server */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    listApiMonitors: {
        parameters: {
            query?: {
                /** @description `meta.next_cursor` of the previous page */
                cursor?: string;
                /** @description Page size, 1 to 200 */
                limit?: number;
                org_id?: string;
                /** @description Text in the name or description */
                q?: string;
                sort?: "created_at" | "-created_at" | "name" | "-name";
                status?: string;
                tag?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ApiMonitor"][];
                        meta: {
                            has_more: boolean;
                            /** @description Pass as `cursor` to get the next page */
                            next_cursor: string | null;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key is missing or not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Too many requests; see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description A fault of the server */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    createApiMonitor: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key, path and body within 24 hours give the first answer again */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["ApiMonitorCreate"];
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ApiMonitor"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key is missing or not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The body is of another type than this takes */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Too many requests; see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description A fault of the server */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getApiMonitor: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ApiMonitor"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key is missing or not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description There is no such thing in this organization */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Too many requests; see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description A fault of the server */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    updateApiMonitor: {
        parameters: {
            query?: never;
            header?: {
                /** @description An ETag of the resource. If the resource has changed since, the request fails with 412 */
                "if-match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: components["requestBodies"]["ApiMonitorUpdate"];
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ApiMonitor"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key is missing or not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description There is no such thing in this organization */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description It was changed since it was read; If-Match names an older state */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The body is of another type than this takes */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Too many requests; see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description A fault of the server */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    deleteApiMonitor: {
        parameters: {
            query?: never;
            header?: {
                /** @description An ETag of the resource. If the resource has changed since, the request fails with 412 */
                "if-match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @enum {boolean} */
                            deleted: true;
                            id: string;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key is missing or not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description There is no such thing in this organization */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description It was changed since it was read; If-Match names an older state */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Too many requests; see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description A fault of the server */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    listApiMonitorRuns: {
        parameters: {
            query?: {
                /** @description `meta.next_cursor` of the previous page */
                cursor?: string;
                from?: string;
                /** @description Page size, 1 to 200 */
                limit?: number;
                location?: string;
                org_id?: string;
                sort?: "created_at" | "-created_at";
                status?: string;
                to?: string;
                trigger?: "schedule" | "manual" | "pipeline";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Run"][];
                        meta: {
                            has_more: boolean;
                            /** @description Pass as `cursor` to get the next page */
                            next_cursor: string | null;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key is missing or not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description There is no such thing in this organization */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Too many requests; see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description A fault of the server */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    listApiMonitorRunSteps: {
        parameters: {
            query?: {
                /** @description Default: the last attempt */
                attempt?: number;
                org_id?: string;
            };
            header?: never;
            path: {
                id: string;
                run_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["RunStep"][];
                        meta: {
                            has_more: boolean;
                            /** @description Pass as `cursor` to get the next page */
                            next_cursor: string | null;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key is missing or not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description There is no such thing in this organization */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Too many requests; see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description A fault of the server */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getApiMonitorStats: {
        parameters: {
            query?: {
                from?: string;
                location?: string;
                org_id?: string;
                /** @description Default 24h; cannot be combined with `from` or `to` */
                period?: "1h" | "24h" | "7d" | "30d" | "90d";
                to?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ApiMonitorStats"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key is missing or not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description There is no such thing in this organization */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Too many requests; see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description A fault of the server */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    triggerApiMonitor: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key, path and body within 24 hours give the first answer again */
                "idempotency-key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["ApiMonitorTrigger"];
        responses: {
            /** @description Accepted; the work goes on */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Run"];
                        meta: {
                            /** @description Run IDs, one per location */
                            run_ids: string[];
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key is missing or not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description There is no such thing in this organization */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The body is of another type than this takes */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Too many requests; see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description A fault of the server */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getImportProgress: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ApiMonitorImportProgress"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key is missing or not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Too many requests; see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description A fault of the server */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    importApiMonitors: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key, path and body within 24 hours give the first answer again */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["ApiMonitorImportRequest"];
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ApiMonitorImport"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ApiMonitorImport"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key is missing or not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The body is of another type than this takes */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Too many requests; see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description A fault of the server */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Not possible at the moment; see the message */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    importApiMonitorsFile: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /** @description Returns what would be created without creating it */
                    dry_run?: string;
                    enabled?: string;
                    /** Format: binary */
                    file: string;
                    /**
                     * @description Default: detected from the content
                     * @enum {string}
                     */
                    format?: "curl" | "har" | "postman" | "openapi";
                    /** @description Default: the title of the document */
                    name?: string;
                    /** @description The organization of the key; any other ID returns 403 */
                    org_id?: string | null;
                    /** @description As in the JSON body, encoded as JSON */
                    select?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ApiMonitorImport"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ApiMonitorImport"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key is missing or not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The body is of another type than this takes */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Too many requests; see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description A fault of the server */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Not possible at the moment; see the message */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    tryApiMonitor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["ApiMonitorTry"];
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["RunTrial"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key is missing or not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The body is of another type than this takes */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Too many requests; see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description A fault of the server */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Not possible at the moment; see the message */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getArtifact: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
            /** @description The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key is missing or not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description There is no such thing in this organization */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Too many requests; see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description A fault of the server */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getLinkedArtifact: {
        parameters: {
            query: {
                expires: number;
                signature: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
            /** @description The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description There is no such thing in this organization */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Too many requests; see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description A fault of the server */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    linkArtifact: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ArtifactLink"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key is missing or not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description There is no such thing in this organization */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Too many requests; see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description A fault of the server */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    listAuditLog: {
        parameters: {
            query?: {
                action?: "organization.create" | "organization.update" | "organization.delete" | "organization.transfer" | "organization.checkout" | "organization.change_plan" | "member.add" | "member.update" | "member.remove" | "member.leave" | "invitation.create" | "invitation.revoke" | "invitation.accept" | "api_key.create" | "api_key.revoke" | "monitor.create" | "monitor.update" | "monitor.delete" | "api_monitor.create" | "api_monitor.update" | "api_monitor.delete" | "journey.create" | "journey.update" | "journey.delete" | "journey.accept_baseline" | "variable.create" | "variable.update" | "variable.delete" | "alert_channel.create" | "alert_channel.update" | "alert_channel.delete" | "alert_channel.ask_recipient" | "recipient.confirm" | "recipient.refuse" | "alert_rule.create" | "alert_rule.update" | "alert_rule.delete" | "maintenance_window.create" | "maintenance_window.update" | "maintenance_window.end" | "maintenance_window.delete" | "alert.acknowledge" | "alert.resolve" | "access.denied" | "sign_in.failed" | "session.end" | "session.end_others";
                /** @description ID of a user or an API key */
                actor?: string;
                /** @description `meta.next_cursor` of the previous page */
                cursor?: string;
                from?: string;
                /** @description Page size, 1 to 200 */
                limit?: number;
                org_id?: string;
                sort?: "created_at" | "-created_at";
                /** @description ID of the changed resource */
                target?: string;
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AuditEntry"][];
                        meta: {
                            has_more: boolean;
                            /** @description Pass as `cursor` to get the next page */
                            next_cursor: string | null;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key is missing or not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Too many requests; see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description A fault of the server */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    createCheckout: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["CheckoutCreate"];
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Checkout"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key is missing or not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The body is of another type than this takes */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Too many requests; see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description A fault of the server */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getCheckout: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CheckoutOffer"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key is missing or not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description There is no such thing in this organization */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Too many requests; see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description A fault of the server */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    confirmCheckout: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: components["requestBodies"]["CheckoutConfirm"];
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PlanChange"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key is missing or not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description There is no such thing in this organization */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The body is of another type than this takes */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Too many requests; see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description A fault of the server */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    listPlans: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Plan"][];
                        meta: {
                            has_more: boolean;
                            /** @description Pass as `cursor` to get the next page */
                            next_cursor: string | null;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key is missing or not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Too many requests; see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description A fault of the server */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getBillingPortal: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["BillingPortal"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key is missing or not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Too many requests; see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description A fault of the server */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getUsage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Usage"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key is missing or not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Too many requests; see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description A fault of the server */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    receiveStripeMessage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["StripeEvent"];
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @enum {boolean} */
                            received: true;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Too many requests; see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description A fault of the server */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Not possible at the moment; see the message */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    streamEvents: {
        parameters: {
            query?: {
                /** @description Only events of this monitor */
                monitor_id?: string;
                org_id?: string;
                /** @description Only events of this monitor, API monitor or journey */
                target_id?: string;
                /** @description Only these, separated by commas: `check.result`, `monitor.status`, `api_monitor.status`, `journey.status`, `run.changed`, `alert.changed`, `organization.plan` */
                types?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            /** @description The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key is missing or not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Too many requests; see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description A fault of the server */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    acceptInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["InvitationAccept"];
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            org_id: string;
                            /** @enum {string} */
                            role: "viewer" | "member" | "admin" | "owner";
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key is missing or not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The body is of another type than this takes */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Too many requests; see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description A fault of the server */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    listJourneys: {
        parameters: {
            query?: {
                /** @description `meta.next_cursor` of the previous page */
                cursor?: string;
                /** @description Page size, 1 to 200 */
                limit?: number;
                org_id?: string;
                /** @description Text in the name or description */
                q?: string;
                sort?: "created_at" | "-created_at" | "name" | "-name";
                status?: string;
                tag?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Journey"][];
                        meta: {
                            has_more: boolean;
                            /** @description Pass as `cursor` to get the next page */
                            next_cursor: string | null;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key is missing or not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Too many requests; see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description A fault of the server */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    createJourney: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key, path and body within 24 hours give the first answer again */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["JourneyCreate"];
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Journey"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key is missing or not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The body is of another type than this takes */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Too many requests; see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description A fault of the server */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getJourney: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Journey"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key is missing or not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description There is no such thing in this organization */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Too many requests; see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description A fault of the server */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    updateJourney: {
        parameters: {
            query?: never;
            header?: {
                /** @description An ETag of the resource. If the resource has changed since, the request fails with 412 */
                "if-match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: components["requestBodies"]["JourneyUpdate"];
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Journey"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key is missing or not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description There is no such thing in this organization */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description It was changed since it was read; If-Match names an older state */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The body is of another type than this takes */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Too many requests; see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description A fault of the server */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    deleteJourney: {
        parameters: {
            query?: never;
            header?: {
                /** @description An ETag of the resource. If the resource has changed since, the request fails with 412 */
                "if-match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @enum {boolean} */
                            deleted: true;
                            id: string;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key is missing or not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description There is no such thing in this organization */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description It was changed since it was read; If-Match names an older state */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Too many requests; see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description A fault of the server */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    listBaselines: {
        parameters: {
            query?: {
                org_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Baseline"][];
                        meta: {
                            has_more: boolean;
                            /** @description Pass as `cursor` to get the next page */
                            next_cursor: string | null;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key is missing or not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description There is no such thing in this organization */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Too many requests; see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description A fault of the server */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    acceptBaseline: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                label: string;
            };
            cookie?: never;
        };
        requestBody: components["requestBodies"]["BaselineAccept"];
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Baseline"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key is missing or not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description There is no such thing in this organization */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The body is of another type than this takes */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Too many requests; see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description A fault of the server */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    runJourney: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key, path and body within 24 hours give the first answer again */
                "idempotency-key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["JourneyRunNow"];
        responses: {
            /** @description Accepted; the work goes on */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Run"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key is missing or not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description There is no such thing in this organization */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The body is of another type than this takes */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Too many requests; see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description A fault of the server */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    listJourneyRuns: {
        parameters: {
            query?: {
                /** @description `meta.next_cursor` of the previous page */
                cursor?: string;
                from?: string;
                /** @description Page size, 1 to 200 */
                limit?: number;
                location?: string;
                org_id?: string;
                sort?: "created_at" | "-created_at";
                status?: string;
                to?: string;
                trigger?: "schedule" | "manual" | "pipeline";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Run"][];
                        meta: {
                            has_more: boolean;
                            /** @description Pass as `cursor` to get the next page */
                            next_cursor: string | null;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key is missing or not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description There is no such thing in this organization */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Too many requests; see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description A fault of the server */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getJourneyStats: {
        parameters: {
            query?: {
                from?: string;
                location?: string;
                org_id?: string;
                /** @description Default 24h; cannot be combined with `from` or `to` */
                period?: "1h" | "24h" | "7d" | "30d" | "90d";
                to?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["JourneyStats"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key is missing or not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description There is no such thing in this organization */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Too many requests; see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description A fault of the server */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    listJourneyRunSteps: {
        parameters: {
            query?: {
                /** @description Default: the last attempt */
                attempt?: number;
                org_id?: string;
            };
            header?: never;
            path: {
                id: string;
                journey_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["RunStep"][];
                        meta: {
                            has_more: boolean;
                            /** @description Pass as `cursor` to get the next page */
                            next_cursor: string | null;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key is missing or not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description There is no such thing in this organization */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Too many requests; see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description A fault of the server */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    listLocations: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Location"][];
                        meta: {
                            has_more: boolean;
                            /** @description Pass as `cursor` to get the next page */
                            next_cursor: string | null;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key is missing or not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Too many requests; see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description A fault of the server */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    confirmRecipient: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["RecipientLink"];
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["RecipientAnswer"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The body is of another type than this takes */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Too many requests; see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description A fault of the server */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    readRecipientLink: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["RecipientLink"];
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["RecipientAnswer"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The body is of another type than this takes */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Too many requests; see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description A fault of the server */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    refuseRecipient: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["RecipientRefusal"];
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["RecipientAnswer"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The body is of another type than this takes */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Too many requests; see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description A fault of the server */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    listMaintenanceWindows: {
        parameters: {
            query?: {
                /** @description `meta.next_cursor` of the previous page */
                cursor?: string;
                /** @description Page size, 1 to 200 */
                limit?: number;
                org_id?: string;
                sort?: "created_at" | "-created_at" | "name" | "-name";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["MaintenanceWindow"][];
                        meta: {
                            has_more: boolean;
                            /** @description Pass as `cursor` to get the next page */
                            next_cursor: string | null;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key is missing or not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Too many requests; see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description A fault of the server */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    createMaintenanceWindow: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key, path and body within 24 hours give the first answer again */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["MaintenanceWindowCreate"];
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["MaintenanceWindow"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key is missing or not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The body is of another type than this takes */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Too many requests; see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description A fault of the server */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getMaintenanceWindow: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["MaintenanceWindow"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key is missing or not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description There is no such thing in this organization */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Too many requests; see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description A fault of the server */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    updateMaintenanceWindow: {
        parameters: {
            query?: never;
            header?: {
                /** @description An ETag of the resource. If the resource has changed since, the request fails with 412 */
                "if-match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: components["requestBodies"]["MaintenanceWindowUpdate"];
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["MaintenanceWindow"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key is missing or not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description There is no such thing in this organization */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description It was changed since it was read; If-Match names an older state */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The body is of another type than this takes */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Too many requests; see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description A fault of the server */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    deleteMaintenanceWindow: {
        parameters: {
            query?: never;
            header?: {
                /** @description An ETag of the resource. If the resource has changed since, the request fails with 412 */
                "if-match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @enum {boolean} */
                            deleted: true;
                            id: string;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key is missing or not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description There is no such thing in this organization */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description It was changed since it was read; If-Match names an older state */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Too many requests; see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description A fault of the server */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    endMaintenanceWindow: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["MaintenanceWindow"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key is missing or not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description There is no such thing in this organization */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Too many requests; see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description A fault of the server */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    listMonitors: {
        parameters: {
            query?: {
                /** @description `meta.next_cursor` of the previous page */
                cursor?: string;
                /** @description Comma-separated monitor IDs, at most 200 */
                ids?: string;
                /** @description `uptime` adds `uptime_24h` and `p95_24h_ms` to each monitor, `recent` adds `recent_results`; `uptime,recent` adds both */
                include?: string;
                /** @description Page size, 1 to 200 */
                limit?: number;
                org_id?: string;
                /** @description Text in the name, URL or host */
                q?: string;
                sort?: "created_at" | "-created_at" | "name" | "-name";
                status?: string;
                tag?: string;
                type?: "url" | "tcp";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ListedMonitor"][];
                        meta: {
                            has_more: boolean;
                            /** @description Pass as `cursor` to get the next page */
                            next_cursor: string | null;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key is missing or not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Too many requests; see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description A fault of the server */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    createMonitor: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key, path and body within 24 hours give the first answer again */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["MonitorCreate"];
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Monitor"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key is missing or not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The body is of another type than this takes */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Too many requests; see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description A fault of the server */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getMonitor: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Monitor"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key is missing or not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description There is no such thing in this organization */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Too many requests; see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description A fault of the server */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    updateMonitor: {
        parameters: {
            query?: never;
            header?: {
                /** @description An ETag of the resource. If the resource has changed since, the request fails with 412 */
                "if-match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: components["requestBodies"]["MonitorUpdate"];
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Monitor"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key is missing or not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description There is no such thing in this organization */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description It was changed since it was read; If-Match names an older state */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The body is of another type than this takes */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Too many requests; see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description A fault of the server */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    deleteMonitor: {
        parameters: {
            query?: never;
            header?: {
                /** @description An ETag of the resource. If the resource has changed since, the request fails with 412 */
                "if-match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @enum {boolean} */
                            deleted: true;
                            id: string;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key is missing or not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description There is no such thing in this organization */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description It was changed since it was read; If-Match names an older state */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Too many requests; see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description A fault of the server */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    checkMonitor: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            monitor_id: string;
                            results: components["schemas"]["CheckResult"][];
                            /**
                             * @description Combined status of all locations
                             * @enum {string}
                             */
                            status: "up" | "degraded" | "down" | "error";
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key is missing or not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description There is no such thing in this organization */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Too many requests; see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description A fault of the server */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Not possible at the moment; see the message */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    listMonitorResults: {
        parameters: {
            query?: {
                /** @description `meta.next_cursor` of the previous page */
                cursor?: string;
                from?: string;
                /** @description Page size, 1 to 200 */
                limit?: number;
                location?: string;
                org_id?: string;
                sort?: "created_at" | "-created_at";
                status?: string;
                to?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CheckResult"][];
                        meta: {
                            has_more: boolean;
                            /** @description Pass as `cursor` to get the next page */
                            next_cursor: string | null;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key is missing or not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description There is no such thing in this organization */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Too many requests; see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description A fault of the server */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getMonitorStats: {
        parameters: {
            query?: {
                from?: string;
                /** @description `timings` adds the average duration of each phase to every point of the series */
                include?: string;
                location?: string;
                org_id?: string;
                /** @description Default 24h; cannot be combined with `from` or `to` */
                period?: "1h" | "24h" | "7d" | "30d" | "90d";
                to?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["MonitorStats"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key is missing or not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description There is no such thing in this organization */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Too many requests; see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description A fault of the server */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    tryMonitor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["MonitorTry"];
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CheckTrial"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key is missing or not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The body is of another type than this takes */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Too many requests; see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description A fault of the server */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Not possible at the moment; see the message */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getOpenApi: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        openapi: string;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description Too many requests; see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    createOrganization: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key, path and body within 24 hours give the first answer again */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["OrganizationCreate"];
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Organization"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key is missing or not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The body is of another type than this takes */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Too many requests; see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description A fault of the server */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getOrganization: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Organization"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key is missing or not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description There is no such thing in this organization */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Too many requests; see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description A fault of the server */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    updateOrganization: {
        parameters: {
            query?: never;
            header?: {
                /** @description An ETag of the resource. If the resource has changed since, the request fails with 412 */
                "if-match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: components["requestBodies"]["OrganizationUpdate"];
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Organization"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key is missing or not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description There is no such thing in this organization */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description It was changed since it was read; If-Match names an older state */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The body is of another type than this takes */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Too many requests; see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description A fault of the server */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    deleteOrganization: {
        parameters: {
            query?: never;
            header?: {
                /** @description An ETag of the resource. If the resource has changed since, the request fails with 412 */
                "if-match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @enum {boolean} */
                            deleted: true;
                            id: string;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key is missing or not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description There is no such thing in this organization */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description It was changed since it was read; If-Match names an older state */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Too many requests; see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description A fault of the server */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    listInvitations: {
        parameters: {
            query?: {
                /** @description `meta.next_cursor` of the previous page */
                cursor?: string;
                /** @description Page size, 1 to 200 */
                limit?: number;
                org_id?: string;
                sort?: "created_at" | "-created_at";
                status?: "pending" | "accepted" | "expired" | "revoked";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Invitation"][];
                        meta: {
                            has_more: boolean;
                            /** @description Pass as `cursor` to get the next page */
                            next_cursor: string | null;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key is missing or not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description There is no such thing in this organization */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Too many requests; see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description A fault of the server */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    createInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: components["requestBodies"]["InvitationCreate"];
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["NewInvitation"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key is missing or not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description There is no such thing in this organization */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The body is of another type than this takes */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Too many requests; see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description A fault of the server */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    revokeInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                invitation_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @enum {boolean} */
                            deleted: true;
                            id: string;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key is missing or not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description There is no such thing in this organization */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Too many requests; see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description A fault of the server */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    leaveOrganization: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @enum {boolean} */
                            deleted: true;
                            id: string;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key is missing or not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description There is no such thing in this organization */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Too many requests; see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description A fault of the server */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    listMembers: {
        parameters: {
            query?: {
                /** @description `meta.next_cursor` of the previous page */
                cursor?: string;
                /** @description Page size, 1 to 200 */
                limit?: number;
                org_id?: string;
                role?: "viewer" | "member" | "admin" | "owner";
                /** @description `created_at` is when the member joined */
                sort?: "created_at" | "-created_at" | "name" | "-name";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Member"][];
                        meta: {
                            has_more: boolean;
                            /** @description Pass as `cursor` to get the next page */
                            next_cursor: string | null;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key is missing or not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description There is no such thing in this organization */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Too many requests; see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description A fault of the server */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    updateMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                member_id: string;
            };
            cookie?: never;
        };
        requestBody: components["requestBodies"]["MemberUpdate"];
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Member"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key is missing or not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description There is no such thing in this organization */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The body is of another type than this takes */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Too many requests; see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description A fault of the server */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    removeMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                member_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @enum {boolean} */
                            deleted: true;
                            id: string;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key is missing or not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description There is no such thing in this organization */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Too many requests; see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description A fault of the server */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    transferOrganization: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: components["requestBodies"]["OwnershipTransfer"];
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Member"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key is missing or not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description There is no such thing in this organization */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The body is of another type than this takes */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Too many requests; see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description A fault of the server */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    listRuns: {
        parameters: {
            query?: {
                /** @description `meta.next_cursor` of the previous page */
                cursor?: string;
                from?: string;
                kind?: "api_monitor" | "journey";
                /** @description Page size, 1 to 200 */
                limit?: number;
                location?: string;
                org_id?: string;
                sort?: "created_at" | "-created_at";
                status?: string;
                /** @description ID of an API monitor or a journey */
                target_id?: string;
                to?: string;
                trigger?: "schedule" | "manual" | "pipeline";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Run"][];
                        meta: {
                            has_more: boolean;
                            /** @description Pass as `cursor` to get the next page */
                            next_cursor: string | null;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key is missing or not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Too many requests; see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description A fault of the server */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getRun: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Run"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key is missing or not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description There is no such thing in this organization */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Too many requests; see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description A fault of the server */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    listRunSteps: {
        parameters: {
            query?: {
                /** @description Default: the last attempt */
                attempt?: number;
                org_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["RunStep"][];
                        meta: {
                            has_more: boolean;
                            /** @description Pass as `cursor` to get the next page */
                            next_cursor: string | null;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key is missing or not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description There is no such thing in this organization */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Too many requests; see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description A fault of the server */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    listTargets: {
        parameters: {
            query?: {
                /** @description `meta.next_cursor` of the previous page */
                cursor?: string;
                /** @description Comma-separated kinds; default: all */
                kind?: string;
                /** @description Page size, 1 to 2000 */
                limit?: number;
                org_id?: string;
                sort?: "created_at" | "-created_at" | "name" | "-name";
                status?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Target"][];
                        meta: {
                            has_more: boolean;
                            /** @description Pass as `cursor` to get the next page */
                            next_cursor: string | null;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key is missing or not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Too many requests; see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description A fault of the server */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    listOrganizations: {
        parameters: {
            query?: {
                /** @description `meta.next_cursor` of the previous page */
                cursor?: string;
                /** @description Page size, 1 to 200 */
                limit?: number;
                org_id?: string;
                sort?: "created_at" | "-created_at" | "name" | "-name";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Organization"][];
                        meta: {
                            has_more: boolean;
                            /** @description Pass as `cursor` to get the next page */
                            next_cursor: string | null;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key is missing or not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Too many requests; see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description A fault of the server */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    listVariables: {
        parameters: {
            query?: {
                /** @description `meta.next_cursor` of the previous page */
                cursor?: string;
                /** @description Page size, 1 to 200 */
                limit?: number;
                org_id?: string;
                sort?: "created_at" | "-created_at" | "name" | "-name";
                type?: "string" | "secret";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Variable"][];
                        meta: {
                            has_more: boolean;
                            /** @description Pass as `cursor` to get the next page */
                            next_cursor: string | null;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key is missing or not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Too many requests; see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description A fault of the server */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    createVariable: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key, path and body within 24 hours give the first answer again */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["VariableCreate"];
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Variable"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key is missing or not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The body is of another type than this takes */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Too many requests; see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description A fault of the server */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    updateVariable: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: components["requestBodies"]["VariableUpdate"];
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Variable"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key is missing or not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description There is no such thing in this organization */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The body is of another type than this takes */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Too many requests; see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description A fault of the server */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    deleteVariable: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @enum {boolean} */
                            deleted: true;
                            id: string;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key is missing or not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description There is no such thing in this organization */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Too many requests; see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description A fault of the server */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @enum {string} */
                            status: "alive";
                            version: string;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Too many requests; see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description A fault of the server */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getMetrics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description The API key is missing or not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The API key may not do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getReadiness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            checks: {
                                [key: string]: {
                                    message?: string;
                                    ok: boolean;
                                };
                            };
                            details?: {
                                [key: string]: unknown;
                            };
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Too many requests; see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description A fault of the server */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
}
