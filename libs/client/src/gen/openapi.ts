// Generated from the OpenAPI document by `npm run gen`.

export interface paths {
    "/api/v1/auth/token/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Log in
         * @description Returns an access token, valid for 15 minutes, and a refresh token. Failed attempts count in the rate limits `login` (user name and address) and `login_address`; over a limit the right password is refused too. `workspace_id` is optional and must be the workspace of the user. A user with a second factor sends its `code`: without it, the right password answers 401 with `second_factor`, which is no failed attempt; a wrong code is one. Requires no credential. Also counts in the rate limits login, login_address.
         */
        post: operations["createToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/token/refresh/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Refresh tokens
         * @description Exchanges a refresh token for a new access token and a new refresh token. A refresh token is used once: using it again revokes all tokens of its log-in, except within 10 seconds, for concurrent refreshes of one client. Requires no credential. Also counts in the rate limit login_address.
         */
        post: operations["refreshToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/token/revoke/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revoke a refresh token
         * @description Revokes all refresh tokens of the log-in that this token belongs to. Requires no credential.
         */
        post: operations["revokeToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/invitations/accept/": {
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
         * @description Creates the invited user and logs it in. A refused attempt leaves the invitation as it is; a wrong token counts as a failed log-in of the client address. Requires no credential. Also counts in the rate limit login_address.
         */
        post: operations["acceptInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/password/forgot/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Request a new password
         * @description Sends a letter with a link to the email of the user, at most three in an hour. The answer is the same for every user name, known or not. A request counts in `login_address`. Requires no credential. Also counts in the rate limit login_address.
         */
        post: operations["requestPasswordReset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/password/reset/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set a new password
         * @description Exchanges the token of a letter, which is valid for 30 minutes and works once. All tokens of the user end. A refused attempt leaves the token as it is; a wrong token counts as a failed log-in of the client address. Requires no credential. Also counts in the rate limit login_address.
         */
        post: operations["resetPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/oidc/start/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Log in by the identity provider
         * @description Redirects the browser to the OpenID Connect provider of the installation, and sets a cookie that binds the log-in to this browser for ten minutes. A start counts in `login_address`. Requires no credential. Also counts in the rate limit login_address.
         */
        get: operations["startOidcLogIn"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/oidc/callback/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Return from the identity provider
         * @description The provider sends the browser here. Logs in the active user whose email the provider has verified, or creates the user of the pending invitation of that address; a second factor is not asked for. A log-in for the console redirects there, with its session cookie, or with the reason of a refusal as `log_in_error`. Works once, in the browser that has started the log-in. A refusal counts as a failed log-in of the client address. Requires no credential. Also counts in the rate limit login_address.
         */
        get: operations["completeOidcLogIn"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/rate-limit-status/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get rate limit usage
         * @description Returns every rate limit of the credential with its current usage. The request itself counts in no limit. Requires any credential, without a particular scope.
         */
        get: operations["getRateLimitStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/api-keys/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List API keys
         * @description Newest first. Revoked keys are listed only with `include_revoked=true`. Requires the scope admin:keys.
         */
        get: operations["listApiKeys"];
        put?: never;
        /**
         * Create an API key
         * @description The response contains the whole key; it is not shown again. A key gets only scopes that the caller has. A workspace has at most 50 active keys. Requires the scope admin:keys.
         */
        post: operations["createApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/api-keys/{key_id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an API key
         * @description Also returns a revoked key. Requires the scope admin:keys.
         */
        get: operations["getApiKey"];
        put?: never;
        post?: never;
        /**
         * Revoke an API key
         * @description The key stops working within one second. Its record stays readable. Requires the scope admin:keys.
         */
        delete: operations["deleteApiKey"];
        options?: never;
        head?: never;
        /**
         * Update an API key
         * @description The caller must have every current and every new scope of the key. Requires the scope admin:keys.
         */
        patch: operations["updateApiKey"];
        trace?: never;
    };
    "/api/v1/api-keys/{key_id}/rotate/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate an API key
         * @description Issues a new key with the same id, scopes and rate limits. Previous keys keep working for `overlap_seconds`. Requires the scope admin:keys.
         */
        post: operations["rotateApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List users
         * @description Newest first. Requires the scope admin:keys.
         */
        get: operations["listUsers"];
        put?: never;
        /**
         * Create a user
         * @description A caller grants only roles and scopes that it has itself. Requires the scope admin:keys.
         */
        post: operations["createUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users/{user_id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a user
         * @description Requires the scope admin:keys.
         */
        get: operations["getUser"];
        put?: never;
        post?: never;
        /**
         * Delete a user
         * @description Revokes all tokens of the user. The username becomes available again. Requires the scope admin:keys.
         */
        delete: operations["deleteUser"];
        options?: never;
        head?: never;
        /**
         * Update a user
         * @description A new password, a new role and a deactivation revoke all tokens of the user. Requires the scope admin:keys.
         */
        patch: operations["updateUser"];
        trace?: never;
    };
    "/api/v1/users/me/totp/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a secret for an authenticator app
         * @description For the user who is logged in; an API key gets a 403. Nothing changes until the secret is confirmed, and an earlier secret is void. Requires any credential, without a particular scope.
         */
        post: operations["createTotp"];
        /**
         * Turn the second factor off
         * @description A wrong code counts as a failed log-in of the user. A user without a second factor gets a 404. Requires any credential, without a particular scope. Also counts in the rate limits login, login_address.
         */
        delete: operations["deleteTotp"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users/me/totp/confirm/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Turn the second factor on
         * @description From now on, log-ins of the user require `code`. A wrong code counts as a failed log-in of the user. Requires any credential, without a particular scope. Also counts in the rate limits login, login_address.
         */
        post: operations["confirmTotp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users/{user_id}/totp/": {
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
         * Turn the second factor of a user off
         * @description For a user who has lost the app and the recovery codes. Only an owner can do it. Requires the scope admin:keys.
         */
        delete: operations["resetTotp"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/invitations/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List invitations
         * @description Newest first. Requires the scope admin:keys.
         */
        get: operations["listInvitations"];
        put?: never;
        /**
         * Invite a person
         * @description Sends a letter with a link that is valid for seven days. A pending invitation of the address is replaced. A caller grants only roles and scopes that it has itself. More than 50 letters of a workspace in an hour are a 429. Requires the scope admin:keys.
         */
        post: operations["createInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/invitations/{invitation_id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an invitation
         * @description Requires the scope admin:keys.
         */
        get: operations["getInvitation"];
        put?: never;
        post?: never;
        /**
         * Delete an invitation
         * @description Its link is void. The user of an accepted invitation stays. Requires the scope admin:keys.
         */
        delete: operations["deleteInvitation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workspace/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the workspace
         * @description Returns the workspace of the credential. It is read-only: the operator of the service changes it. Requires any credential, without a particular scope.
         */
        get: operations["getWorkspace"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/audit-log/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List audit entries
         * @description Log-ins, including failed ones, and the changes of users, API keys, the workspace, campaigns, sequences, sending accounts, webhooks, suppressions, segments, the ICP profile, reports and tracking domains; of contacts only bulk writes, imports and hard deletes. Newest first. Entries of other services than log-ins, users and keys appear within seconds. They are kept for 365 days. Requires the scope admin:keys.
         */
        get: operations["listAuditEntries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/notification-settings/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the notification settings
         * @description Who is notified of which events by email and Slack. Requires the scope admin:keys.
         */
        get: operations["getNotificationSettings"];
        /**
         * Replace the notification settings
         * @description The first event goes out at once. After a message, further events of the workspace wait until five minutes have passed and go as one. Failed messages are retried as webhooks are. Without an address and a URL, notifications are off. Requires the scope admin:keys.
         */
        put: operations["setNotificationSettings"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/contacts/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List contacts
         * @description Parameters are combined with AND. A comma-separated parameter matches any of its values. A repeated `tag` matches contacts that have all of the tags. Requires the scope contacts:read or contacts:write.
         */
        get: operations["listContacts"];
        put?: never;
        /**
         * Create a contact
         * @description Returns 201 with the new contact. If the workspace already has a contact with this address, returns 200 with that contact, unchanged. Requires the scope contacts:write.
         */
        post: operations["createContact"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/contacts/{contact_id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a contact
         * @description Also returns a soft-deleted contact. Requires the scope contacts:read or contacts:write.
         */
        get: operations["getContact"];
        put?: never;
        post?: never;
        /**
         * Delete a contact
         * @description A soft delete, the default, keeps the record readable by its id and frees the address. Repeating it returns the same response. A hard delete (`hard=true`) removes the contact and its personal data from every service within 60 seconds, also after a soft delete. Requires the scope contacts:write. With hard=true: Requires the scope admin:gdpr.
         */
        delete: operations["deleteContact"];
        options?: never;
        head?: never;
        /**
         * Update a contact
         * @description Fields that are left out stay unchanged, and `null` clears a field. `tags` is replaced as a whole; `custom_fields` is merged, and `null` removes a custom field. Requires the scope contacts:write.
         */
        patch: operations["updateContact"];
        trace?: never;
    };
    "/api/v1/retention-logs/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List retention logs
         * @description One entry per hard-deleted contact, newest first. Requires the scope admin:gdpr.
         */
        get: operations["listRetentionLogs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/contacts/{contact_id}/personal-data/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the personal data of a contact
         * @description Everything that all services store about the contact, also about a soft-deleted one: what a hard delete removes, except short-lived copies. The response is complete or ends as broken JSON: it is written while it is read, without a limit of its size. Requires the scope admin:gdpr.
         */
        get: operations["getPersonalData"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/contacts/{contact_id}/restore/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore a soft-deleted contact
         * @description Requires the scope contacts:write.
         */
        post: operations["restoreContact"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/contacts/{contact_id}/enrich/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Enrich a contact
         * @description Starts enrichment and returns the contact as it is. Values that are found fill empty fields later and never overwrite a value; the event `contact.enriched` follows. Requires the scope contacts:write.
         */
        post: operations["enrichContact"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/contacts/{contact_id}/verify/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Verify the address of a contact
         * @description Verifies the address by its syntax, by DNS and by lists of disposable domains and role addresses, or by the server that the operator has configured, and returns the contact with `verification_status`, `verified_at` and `mail_provider`. An unknown result changes nothing. No email is sent, and no mail server is asked about the mailbox. If the status changed, the event `contact.verified` follows. Requires the scope contacts:write.
         */
        post: operations["verifyContact"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/contacts/{contact_id}/tags/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add and remove tags
         * @description A tag in both lists is removed. Requires the scope contacts:write.
         */
        post: operations["changeContactTags"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/contacts/{contact_id}/events/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the timeline of a contact
         * @description Emails to the contact and its reactions, newest first, also for a soft-deleted contact. `is_machine` is `true` for reactions of scanners, proxies and automatic replies; they do not count in scores and metrics. Requires the scope contacts:read or contacts:write.
         */
        get: operations["listContactEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/contacts/{contact_id}/enrollments/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the enrollments of a contact
         * @description Enrollments in campaigns of every status, newest first, also for a soft-deleted contact. Requires the scope contacts:read or contacts:write.
         */
        get: operations["listContactEnrollments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sequences/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List sequences
         * @description Newest first. A page with very long emails may have fewer items than `page_size`. Requires the scope campaigns:read.
         */
        get: operations["listSequences"];
        put?: never;
        /**
         * Create a sequence
         * @description Subjects and bodies are Liquid templates with the variables `contact`, `company`, `custom_fields` and `sender`. Values in `body_html` are HTML-escaped unless the last filter is `raw`. The filter `spin` chooses one of several texts by contact and step. Steps are numbered by their position; the first one has delay 0 and starts a thread. Requires the scope campaigns:write.
         */
        post: operations["createSequence"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sequences/{sequence_id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a sequence
         * @description Requires the scope campaigns:read.
         */
        get: operations["getSequence"];
        put?: never;
        post?: never;
        /**
         * Delete a sequence
         * @description A sequence that a campaign uses cannot be deleted, unless the campaign is archived or completed. Requires the scope campaigns:write.
         */
        delete: operations["deleteSequence"];
        options?: never;
        head?: never;
        /**
         * Update a sequence
         * @description Changes name, description and status; the steps have an operation of their own. An archived sequence takes no new campaign. Requires the scope campaigns:write.
         */
        patch: operations["updateSequence"];
        trace?: never;
    };
    "/api/v1/sequences/{sequence_id}/clone/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Clone a sequence
         * @description Creates a draft with the same steps. The default name is the old one with the suffix `(Copy)`. Requires the scope campaigns:write.
         */
        post: operations["cloneSequence"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sequences/{sequence_id}/steps/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Replace the steps of a sequence
         * @description Replaces the whole list and increments `version`. Steps and variants with an `id` keep it, those without are new. While a campaign of the sequence is active, steps can be edited, but not added, removed or reordered. Requires the scope campaigns:write.
         */
        put: operations["replaceSteps"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sequences/{sequence_id}/steps/{step_id}/winner/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Select the best variant of a step
         * @description The weight of the variant becomes 100, those of the others 0, also while a campaign is active. The variant must be active. A step with the mode `auto` is decided at most once, over all campaigns of the sequence. Requires the scope campaigns:write.
         */
        post: operations["selectWinner"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sequences/{sequence_id}/enroll/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Enroll contacts in a sequence
         * @description Enrolls the contacts in the campaign `campaign_id`; without it, in the only active campaign of the sequence. Contacts that do not match the filter of the campaign are skipped. Requires the scope campaigns:write.
         */
        post: operations["enrollInSequence"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sending-accounts/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List sending accounts
         * @description Newest first. Requires the scope campaigns:read.
         */
        get: operations["listSendingAccounts"];
        put?: never;
        /**
         * Create a sending account
         * @description Makes no connection; `POST …/test/` does. The DNS records of the domain are checked in the background. A workspace has one account per address: a second one answers 409 with reason `duplicate_email`. Requires the scope campaigns:write.
         */
        post: operations["createSendingAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sending-accounts/{account_id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a sending account
         * @description Requires the scope campaigns:read.
         */
        get: operations["getSendingAccount"];
        put?: never;
        post?: never;
        /**
         * Delete a sending account
         * @description An account that a campaign uses cannot be deleted, unless the campaign is archived or completed. Requires the scope campaigns:write.
         */
        delete: operations["deleteSendingAccount"];
        options?: never;
        head?: never;
        /**
         * Update a sending account
         * @description `smtp`, `imap` and `warmup` are merged field by field. A new host, port or security needs the password again. `imap: null` removes the server. Requires the scope campaigns:write.
         */
        patch: operations["updateSendingAccount"];
        trace?: never;
    };
    "/api/v1/sending-accounts/{account_id}/pause/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pause a sending account
         * @description A paused account sends nothing. A second pause changes nothing. Requires the scope campaigns:write.
         */
        post: operations["pauseSendingAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sending-accounts/{account_id}/resume/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resume a sending account
         * @description An account in `error` becomes active by a successful connection instead, and a suspended account by the operator. Requires the scope campaigns:write.
         */
        post: operations["resumeSendingAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sending-accounts/{account_id}/test/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Test a sending account
         * @description Logs in to the SMTP server and, if there is one, to the IMAP server, sends no email, and checks the DNS records of the domain. A success makes an account in `error` active; the third failure in a row moves an active account to `error`. Requires the scope campaigns:write.
         */
        post: operations["testSendingAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sending-accounts/{account_id}/health/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the health of a sending account
         * @description The score is 100 minus the deductions of the factors: hard bounces (up to 40 points, at 10 %), complaints (up to 30, at 0.30 %), a failing SPF or DMARC record (20) and a failed connection in the last 24 hours (10). With fewer than 20 emails in 14 days nothing is deducted. Requires the scope campaigns:read.
         */
        get: operations["getSendingAccountHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tracking-domains/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List tracking domains
         * @description Newest first. Requires the scope campaigns:read.
         */
        get: operations["listTrackingDomains"];
        put?: never;
        /**
         * Create a tracking domain
         * @description A domain of your own for the links in emails. Point its CNAME record to `cname_target`, then call `POST …/verify/`. A workspace has at most 50 domains. A domain that another workspace has verified answers 409 with reason `domain_taken`. Requires the scope campaigns:write.
         */
        post: operations["createTrackingDomain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tracking-domains/{domain_id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a tracking domain
         * @description Requires the scope campaigns:read.
         */
        get: operations["getTrackingDomain"];
        put?: never;
        post?: never;
        /**
         * Delete a tracking domain
         * @description Sending accounts that name the domain lose it. The links of emails that were sent work for as long as the domain leads to the gateway. Requires the scope campaigns:write.
         */
        delete: operations["deleteTrackingDomain"];
        options?: never;
        head?: never;
        /**
         * Update a tracking domain
         * @description The first verified domain of a workspace becomes its default. A new default replaces the previous one. Requires the scope campaigns:write.
         */
        patch: operations["updateTrackingDomain"];
        trace?: never;
    };
    "/api/v1/tracking-domains/{domain_id}/verify/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Verify a tracking domain
         * @description Checks now, and then daily, that the CNAME record of the domain is `cname_target`, or that its addresses are the same. A first failure leaves the status; the second one in a row makes it `failed`, and links use the public address of the installation again. `error` has the reason. Requires the scope campaigns:write.
         */
        post: operations["verifyTrackingDomain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sending-accounts/oauth/start/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Connect a mailbox by OAuth 2.0
         * @description Returns the page of the provider on which the owner of the mailbox consents. After the consent the account of the mailbox is created, or the existing account of its address is connected. Requires the scope campaigns:write.
         */
        post: operations["startOAuth"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sending-accounts/{account_id}/oauth/reconnect/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Connect a sending account again
         * @description As the start of a consent, for an account that exists: for example after its consent was revoked. The mailbox must have the address of the account. Requires the scope campaigns:write.
         */
        post: operations["reconnectOAuth"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/callback/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Return from the consent of a provider
         * @description Providers send the browser here. Redirects to `return_url` with `account_id`, or with `error`: `access_denied`, `other_mailbox`, `exchange_failed` or `invalid_id_token`. Without `return_url` it answers with a page. A state that is unknown, used or expired answers 400. Requires no credential. Also counts in the rate limit address.
         */
        get: operations["completeOAuth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sequences/{sequence_id}/preview/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview an email of a sequence
         * @description Renders a step for a contact exactly as it is sent, without a sending account: `sender` is empty. Requires the scope campaigns:read.
         */
        post: operations["previewStep"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sequences/{sequence_id}/test-send/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test email of a sequence
         * @description Renders a step for a contact with the sending account as `sender`, and sends it to `to` without tracking; a suppressed address is refused. It counts in no metric. If the mail server refuses it, `success` is `false` and `error` says why. Requires the scope campaigns:write.
         */
        post: operations["sendTestEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/campaigns/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List campaigns
         * @description Newest first. Without `status`, archived campaigns are left out. Requires the scope campaigns:read.
         */
        get: operations["listCampaigns"];
        put?: never;
        /**
         * Create a campaign
         * @description Creates a draft. Without `contact_filter`, or with an empty one, the campaign accepts all contacts of the workspace. Requires the scope campaigns:write. Also counts in the rate limit campaign_create.
         */
        post: operations["createCampaign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/campaigns/{campaign_id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a campaign
         * @description Requires the scope campaigns:read.
         */
        get: operations["getCampaign"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update a campaign
         * @description `contact_filter` and the lists are replaced as a whole. After the launch, `campaign_type`, `platform` and `sequence_id` cannot be changed; of a completed campaign only `name`; of an archived campaign nothing. Requires the scope campaigns:write.
         */
        patch: operations["updateCampaign"];
        trace?: never;
    };
    "/api/v1/campaigns/{campaign_id}/clone/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Clone a campaign
         * @description Creates a draft with the same settings and without enrollments, also of an archived campaign. Without `name`, the copy is called `<name> (Copy)`, then `<name> (Copy 2)`. Requires the scope campaigns:write. Also counts in the rate limit campaign_create.
         */
        post: operations["cloneCampaign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/campaigns/{campaign_id}/launch/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Launch a draft
         * @description The contacts that match `contact_filter` are enrolled in the background; `enrollment_counts` shows the progress. `gate_blocked` lists in `blocking_reasons` what to fix. Requires the scope campaigns:write. Also counts in the rate limit campaign_launch.
         */
        post: operations["launchCampaign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/campaigns/{campaign_id}/pause/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pause an active campaign
         * @description Queued emails are not canceled; they wait for the resume. Requires the scope campaigns:write.
         */
        post: operations["pauseCampaign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/campaigns/{campaign_id}/resume/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resume a paused campaign
         * @description Queued emails keep their schedule. Emails that are more than 24 hours late are dropped, and their enrollments stop. Requires the scope campaigns:write. Also counts in the rate limit campaign_launch.
         */
        post: operations["resumeCampaign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/campaigns/{campaign_id}/archive/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Archive a campaign
         * @description Ends a campaign in any status for good: its queued emails are canceled and its enrollments stop. Archiving it again changes nothing. Requires the scope campaigns:write.
         */
        post: operations["archiveCampaign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/campaigns/{campaign_id}/gate/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check the gate
         * @description The reasons that would block a launch or resume now. Changes nothing. Requires the scope campaigns:read.
         */
        get: operations["checkGate"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/campaigns/{campaign_id}/sending-status/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the sending status of a campaign
         * @description Whether the campaign sends now, and why not. `status` is the first of these that applies: `campaign_draft`, `campaign_completed` (archived too), `bounce_protect` (paused by the system), `campaign_paused`, `no_accounts_available`, `all_accounts_unhealthy`, `waiting_for_contacts`, `out_of_schedule`, `account_daily_limit_met`, `daily_limit_met`, `new_lead_limit_met`, `follow_up_delay_not_met`, `healthy`. Requires the scope campaigns:read.
         */
        get: operations["getSendingStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/campaigns/{campaign_id}/audience/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count the contacts of a campaign before its launch
         * @description The contacts that match the filter of the campaign now: how many a launch would enroll, and how many it would leave out, by reason. Up to 5,000 matches are counted exactly; above, the numbers are extrapolated from a sample and `is_estimated` is true. Requires the scope campaigns:read. Also counts in the rate limit analytics.
         */
        get: operations["getCampaignAudience"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/campaigns/{campaign_id}/forecast/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Forecast the emails of a campaign
         * @description The emails that are left, by UTC day and account, planned with the rules of the planner that sends, for at most 365 days. It assumes that no enrollment stops and that no other campaign uses the accounts; above 2,000 contacts it is an estimate. `with_audience=true` adds the contacts that the launch of a draft would enroll now. `finish_date` is null if the last email is later. `binding_constraint` is the limit that ends most days: `daily_send_limit`, `max_new_leads_per_day`, `account_daily_limit`, `send_window`, `follow_up_delay` or `no_accounts_available`. Requires the scope campaigns:read. Also counts in the rate limit analytics.
         */
        get: operations["getForecast"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/campaigns/{campaign_id}/analytics/summary/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Metrics, funnel and time series of a campaign
         * @description `from` and `to` narrow every number. Periods without events are left out. Requires the scope campaigns:read. Also counts in the rate limit analytics.
         */
        get: operations["getAnalyticsSummary"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/campaigns/{campaign_id}/analytics/steps/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Metrics by step and variant
         * @description All steps of the sequence in their order. Requires the scope campaigns:read. Also counts in the rate limit analytics.
         */
        get: operations["getStepAnalytics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/campaigns/{campaign_id}/analytics/reply-intents/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Replies by intent
         * @description Automatic replies are counted too. Intents without replies have the count 0. Requires the scope campaigns:read. Also counts in the rate limit analytics.
         */
        get: operations["getReplyIntents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/campaigns/{campaign_id}/analytics/bounces/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Bounces by class and code
         * @description `sample_codes` are the most frequent answers of receiving servers. Requires the scope campaigns:read. Also counts in the rate limit analytics.
         */
        get: operations["getBounceAnalytics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/campaigns/{campaign_id}/sends/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the emails of a campaign
         * @description Planned and sent emails, newest first. Emails that have expired are not listed. Requires the scope campaigns:read.
         */
        get: operations["listSends"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/campaigns/{campaign_id}/audit/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Compare the emails of a campaign with its enrollments
         * @description Counts every email and every enrollment at one time. In a balanced campaign, each step that an enrollment has reached has one email in one state. Requires the scope campaigns:read. Also counts in the rate limit analytics.
         */
        get: operations["auditCampaign"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/inbox/threads/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List threads
         * @description A thread is the conversation with one contact of a campaign, from its first reply on. By the last message, newest first. Requires the scope campaigns:read.
         */
        get: operations["listThreads"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/inbox/summary/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count the threads
         * @description Requires the scope campaigns:read.
         */
        get: operations["getInboxSummary"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/inbox/threads/{thread_id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a thread with its messages
         * @description The newest 200 messages in both directions. Reading changes nothing: `PATCH` marks a thread as read. Requires the scope campaigns:read.
         */
        get: operations["getThread"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update a thread
         * @description A corrected `intent` moves the counters of the reply in the analytics of its campaign; it suppresses nobody and sends no event. The next reply sets the intent again. Requires the scope campaigns:write.
         */
        patch: operations["updateThread"];
        trace?: never;
    };
    "/api/v1/inbox/threads/{thread_id}/reply/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Answer in a thread
         * @description The sending account of the thread sends the answer to the address of the contact, with its signature and the quoted message below. It counts in the daily limit of the account, and in no limit of the campaign. A suppressed address answers 422; for a contact that has only unsubscribed, `error.reason` is `unsubscribed`, and `despite_unsubscribe` sends the answer. Requires the scope campaigns:write.
         */
        post: operations["replyToThread"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/analytics/summary/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Metrics, funnel and time series of the workspace
         * @description The sums over all campaigns, archived ones too; rates are made from the sums. `from` and `to` narrow every number. Periods without events are left out. Requires the scope campaigns:read. Also counts in the rate limit analytics.
         */
        get: operations["getWorkspaceAnalyticsSummary"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/analytics/campaigns/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Metrics by campaign
         * @description All campaigns, archived ones too. Campaigns with equal metrics follow each other by id. A campaign whose metric changes between two pages can be missing or appear twice; every other campaign appears once. Requires the scope campaigns:read. Also counts in the rate limit analytics.
         */
        get: operations["listCampaignAnalytics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/analytics/accounts/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Metrics by sending account
         * @description All sending accounts, newest first. Requires the scope campaigns:read. Also counts in the rate limit analytics.
         */
        get: operations["listAccountAnalytics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/campaigns/{campaign_id}/export/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export the emails of a campaign
         * @description Up to 10,000 emails are the response itself. For more, the response names a job: poll it until its `download_url` is set. With `include=events`, a further column has the events of each email as JSON. Requires the scope campaigns:read.
         */
        get: operations["exportSends"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/exports/{export_id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an export
         * @description An export of emails requires `campaigns:read`, an export of contacts `contacts:read` or `contacts:write`. `download_url` is signed and needs no credential. It is valid for 24 hours. Requires the scope campaigns:read or contacts:read or contacts:write.
         */
        get: operations["getExport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/exports/{export_id}/download/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the file of an export
         * @description The `download_url` of an export: its signature is the credential. Requires no credential.
         */
        get: operations["downloadExport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/reports/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List shared reports
         * @description Newest first. Requires the scope campaigns:read.
         */
        get: operations["listReports"];
        put?: never;
        /**
         * Share a report
         * @description Creates a page with the numbers of a client, of some campaigns, or of the whole workspace. Whoever has its `url` can read it without a log-in, until the report expires or is deleted. It has no contacts and no email addresses. Requires the scope campaigns:write.
         */
        post: operations["createReport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/reports/{report_id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a shared report
         * @description Requires the scope campaigns:read.
         */
        get: operations["getReport"];
        put?: never;
        post?: never;
        /**
         * Delete a shared report
         * @description Its page answers 404 at once. Requires the scope campaigns:write.
         */
        delete: operations["deleteReport"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/retention/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the retention times
         * @description Requires the scope admin:keys.
         */
        get: operations["getRetention"];
        /**
         * Set the retention times
         * @description Replaces all three times; the first deletions follow after a minute. Deleted records do not come back. Emails are kept while they are queued and while their enrollment has not ended. The counters of campaigns stay, and the unsubscribe links of deleted emails work; opens, clicks, replies and bounces of deleted emails are not recorded. Requires the scope admin:keys.
         */
        put: operations["updateRetention"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/campaigns/{campaign_id}/enrollments/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the enrollments of a campaign
         * @description Newest first. Requires the scope campaigns:read.
         */
        get: operations["listCampaignEnrollments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/campaigns/{campaign_id}/enroll/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Enroll contacts in a campaign
         * @description The contacts do not have to match `contact_filter`. Contacts of a draft or paused campaign wait for its launch or resume. Requires the scope campaigns:write.
         */
        post: operations["enrollInCampaign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/campaigns/{campaign_id}/remove-contacts/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Remove contacts from a campaign
         * @description Stops the enrollments of the contacts. With `stop_pending_sends`, their queued emails are canceled too. Requires the scope campaigns:write.
         */
        post: operations["removeContacts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/enrollments/{enrollment_id}/pause/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pause an enrollment
         * @description No further step is sent to the contact until the enrollment is resumed. Requires the scope campaigns:write.
         */
        post: operations["pauseEnrollment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/enrollments/{enrollment_id}/resume/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resume an enrollment
         * @description The enrollment is active again, or pending while its campaign is not active. Requires the scope campaigns:write.
         */
        post: operations["resumeEnrollment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/contacts/bulk/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create or update up to 1,000 contacts
         * @description Each contact has its own result: an invalid contact does not affect other contacts. If an address occurs more than once, the last contact wins. `options.dedup_behavior` decides about existing contacts: `update` overwrites the fields that are present, `skip` changes nothing, `fill_empty` fills empty fields only. Requires the scope contacts:write. Also counts in the rate limit bulk.
         */
        post: operations["bulkUpsertContacts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/imports/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List import jobs
         * @description Newest first. Requires the scope contacts:read or contacts:write.
         */
        get: operations["listImports"];
        put?: never;
        /**
         * Import contacts from a CSV file
         * @description Creates an import job. The file has at most 500,000 rows and 200 MiB, is encoded in UTF-8, UTF-16 or Latin-1 and separated by comma, semicolon, tab or pipe. Without a field mapping, columns map to the contact fields of the same name, ignoring case, spaces and underscores. Requires the scope contacts:write. Also counts in the rate limit bulk.
         */
        post: operations["createImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/imports/{import_id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an import job
         * @description Requires the scope contacts:read or contacts:write.
         */
        get: operations["getImport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/imports/{import_id}/cancel/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel an import job
         * @description Rows that are already imported stay imported. Requires the scope contacts:write.
         */
        post: operations["cancelImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/imports/{import_id}/errors/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the rejected rows of an import
         * @description Returns the rows that changed no contact, each with its error. `raw` has at most 4 KiB of a row, and a page at most 1 MiB: it may have fewer rows than `page_size`. With `format=csv` the response is a CSV file with the original columns, `error_code` and `error_message`: correct it and import it again. Requires the scope contacts:read or contacts:write.
         */
        get: operations["listImportErrors"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/verifications/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List verification jobs
         * @description Newest first. Requires the scope contacts:read or contacts:write.
         */
        get: operations["listVerifications"];
        put?: never;
        /**
         * Verify the addresses of several contacts
         * @description Creates a verification job. The body has exactly one of `contact_ids`, `segment_id` and `import_id`. A result sets `verification_status`, `verified_at` and `mail_provider` of the contact; `unknown` changes nothing. No email is sent, and no mail server is asked about a mailbox. Requires the scope contacts:write.
         */
        post: operations["createVerification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/verifications/{verification_id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a verification job
         * @description Requires the scope contacts:read or contacts:write.
         */
        get: operations["getVerification"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/verifications/{verification_id}/cancel/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a verification job
         * @description Results that are already stored stay. Requires the scope contacts:write.
         */
        post: operations["cancelVerification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/suppressions/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List suppressions
         * @description Suppressions of the workspace, newest first. Requires the scope contacts:read or contacts:write.
         */
        get: operations["listSuppressions"];
        put?: never;
        /**
         * Suppress an address or a domain
         * @description Suppressed addresses receive no email. A suppressed domain includes its subdomains. Returns 200 if the suppression already exists: it keeps its id, and a stronger reason replaces a weaker one, in the order spam_complaint, gdpr_erasure, hard_bounce, do_not_contact, unsubscribed, manual. Requires the scope contacts:write.
         */
        post: operations["createSuppression"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/suppressions/{suppression_id}/": {
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
         * Delete a suppression
         * @description Suppressions because of complaints and erasures are deleted only by administrators and by API keys with the scope admin:keys. Requires the scope contacts:write.
         */
        delete: operations["deleteSuppression"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/suppressions/bulk/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Suppress up to 1,000 addresses and domains
         * @description Each suppression has its own result: an invalid suppression does not affect other suppressions. Requires the scope contacts:write. Also counts in the rate limit bulk.
         */
        post: operations["bulkCreateSuppressions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/suppressions/check/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check addresses against suppressions
         * @description Returns for each of up to 1,000 addresses whether a suppression of the workspace or a global suppression matches it. Requires the scope contacts:read or contacts:write.
         */
        post: operations["checkSuppressions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/contacts/search/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Search contacts
         * @description Filters are combined with AND, or with OR if `filters_logic` is `OR`. `ne` and `not_in` also match contacts without a value. Text is compared without regard to case. Contacts without a value in the sort field come last. Requires the scope contacts:read or contacts:write.
         */
        post: operations["searchContacts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/contacts/export/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Export contacts
         * @description Writes the contacts that match the filters to a file: all fields, `company.*` and `custom_fields.<name>`. The filters are those of the search; without filters the file has all contacts that are not deleted. Poll the job until its `download_url` is set. A job of the same request that has not ended is returned again. Requires the scope contacts:read or contacts:write.
         */
        post: operations["exportContacts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/custom-fields/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List custom fields
         * @description Requires the scope contacts:read or contacts:write.
         */
        get: operations["listCustomFields"];
        put?: never;
        /**
         * Create a custom field
         * @description A workspace has at most 200 custom fields. `options` is required for `dropdown` and `multi_select`. Requires the scope contacts:write.
         */
        post: operations["createCustomField"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/custom-fields/{custom_field_id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a custom field
         * @description Requires the scope contacts:read or contacts:write.
         */
        get: operations["getCustomField"];
        put?: never;
        post?: never;
        /**
         * Delete a custom field
         * @description Contacts lose the values of the field at once. A new field with the same name starts without values. Requires the scope contacts:write.
         */
        delete: operations["deleteCustomField"];
        options?: never;
        head?: never;
        /**
         * Update a custom field
         * @description `name` and `field_type` cannot be changed. Contacts keep stored values of a removed option. Requires the scope contacts:write.
         */
        patch: operations["updateCustomField"];
        trace?: never;
    };
    "/api/v1/segments/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List segments
         * @description Requires the scope contacts:read or contacts:write.
         */
        get: operations["listSegments"];
        put?: never;
        /**
         * Create a segment
         * @description A dynamic segment, the default, contains the contacts that match its filters. A static segment contains the contacts of `contact_ids`. Requires the scope contacts:write.
         */
        post: operations["createSegment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/segments/{segment_id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a segment
         * @description Requires the scope contacts:read or contacts:write.
         */
        get: operations["getSegment"];
        put?: never;
        post?: never;
        /**
         * Delete a segment
         * @description A segment that a campaign uses cannot be deleted. Requires the scope contacts:write.
         */
        delete: operations["deleteSegment"];
        options?: never;
        head?: never;
        /**
         * Update a segment
         * @description `filters` and `contact_ids` are replaced as a whole. `segment_type` cannot be changed. Requires the scope contacts:write.
         */
        patch: operations["updateSegment"];
        trace?: never;
    };
    "/api/v1/segments/{segment_id}/contacts/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the contacts of a segment
         * @description Requires the scope contacts:read or contacts:write.
         */
        get: operations["listSegmentContacts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/segments/{segment_id}/refresh/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Recount a segment
         * @description Counts the contacts of the segment now and returns the segment with the new `contact_count`. Requires the scope contacts:write.
         */
        post: operations["refreshSegment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/clients/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List clients
         * @description Clients of the agency. Requires the scope contacts:read or contacts:write.
         */
        get: operations["listClients"];
        put?: never;
        /**
         * Create a client
         * @description Only in the workspaces of an agency. Campaigns of an agency are assigned to clients. Requires the scope admin:keys.
         */
        post: operations["createClient"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/clients/{client_id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a client
         * @description Requires the scope contacts:read or contacts:write.
         */
        get: operations["getClient"];
        put?: never;
        post?: never;
        /**
         * Delete a client
         * @description Requires the scope admin:keys.
         */
        delete: operations["deleteClient"];
        options?: never;
        head?: never;
        /**
         * Update a client
         * @description Requires the scope admin:keys.
         */
        patch: operations["updateClient"];
        trace?: never;
    };
    "/api/v1/field-mappings/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List field mappings
         * @description Requires the scope contacts:read or contacts:write.
         */
        get: operations["listFieldMappings"];
        put?: never;
        /**
         * Create a field mapping
         * @description Maps the columns of a CSV file to contact fields. Columns without a mapping are ignored. Requires the scope contacts:write.
         */
        post: operations["createFieldMapping"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/field-mappings/{field_mapping_id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a field mapping
         * @description Requires the scope contacts:read or contacts:write.
         */
        get: operations["getFieldMapping"];
        put?: never;
        post?: never;
        /**
         * Delete a field mapping
         * @description Requires the scope contacts:write.
         */
        delete: operations["deleteFieldMapping"];
        options?: never;
        head?: never;
        /**
         * Update a field mapping
         * @description `mappings` and `default_tags` are replaced as a whole. Requires the scope contacts:write.
         */
        patch: operations["updateFieldMapping"];
        trace?: never;
    };
    "/api/v1/field-mappings/preview/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview a CSV file
         * @description Returns the columns, the first 20 rows, and the mapping that an import without a field mapping applies. The file is not stored. Requires the scope contacts:read or contacts:write.
         */
        post: operations["previewFieldMapping"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/icp-profile/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the ideal customer profile
         * @description The rules that score contacts. Requires the scope contacts:read or contacts:write.
         */
        get: operations["getIcpProfile"];
        /**
         * Replace the ideal customer profile
         * @description All contacts are scored again in the background. Requires the scope admin:keys.
         */
        put: operations["setIcpProfile"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhook endpoints
         * @description Returns all endpoints of the workspace on one page. Requires the scope webhooks:read.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Create a webhook endpoint
         * @description Sends a test event to the URL. Without a 2xx within 30 seconds the endpoint is created as `degraded`. The response contains the signing secret; it is not shown again. Requires the scope webhooks:write.
         */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/event-types/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List event types
         * @description Every event type that an endpoint can subscribe to, with the JSON Schema of its `data`. Requires the scope webhooks:read.
         */
        get: operations["listEventTypes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{webhook_id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a webhook endpoint
         * @description Requires the scope webhooks:read.
         */
        get: operations["getWebhook"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook endpoint
         * @description Deliveries and retries stop. The delivery log stays readable under the id of the endpoint for 30 days. Requires the scope webhooks:write.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        /**
         * Change a webhook endpoint
         * @description Changes the given fields. `custom_headers` and `event_subscriptions` replace the previous ones. A new URL is used at once, without a test. With `active: false` events are kept; `active: true` delivers them. Requires the scope webhooks:write.
         */
        patch: operations["updateWebhook"];
        trace?: never;
    };
    "/api/v1/webhooks/{webhook_id}/rotate-secret/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace the signing secret
         * @description The previous secret signs no further delivery. The response contains the new secret; it is not shown again. Requires the scope webhooks:write.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{webhook_id}/test/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test event
         * @description Sends a synthetic event of the type, with `test: true`, and waits for the response of the endpoint, at most 30 seconds. Paused endpoints and types without a subscription can be tested. A test is logged, is not retried and counts in no rate. Requires the scope webhooks:write.
         */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{webhook_id}/deliveries/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deliveries
         * @description The delivery log of an endpoint of the last 30 days, newest first. Requires the scope webhooks:read.
         */
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{webhook_id}/deliveries/{delivery_id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a delivery
         * @description The entry of the delivery log with the request of the last attempt: a receiver can verify its signature again. Requires the scope webhooks:read.
         */
        get: operations["getDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{webhook_id}/deliveries/{delivery_id}/retry/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a delivery now
         * @description Sends the event of the delivery once, also after a success, and waits for the response of the endpoint, at most 30 seconds. After a failure the schedule of the delivery goes on. Requires the scope webhooks:write.
         */
        post: operations["retryDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{webhook_id}/replay/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send events again
         * @description Queues the events of the workspace with one of the types and `from` ≤ time < `to`, whether or not they were sent to the endpoint before. They arrive with `X-Service-Replay: true` under the same `webhook-id`. A range with over 10,000 events is refused; split it. Requires the scope webhooks:write. Also counts in the rate limit bulk.
         */
        post: operations["createReplay"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{webhook_id}/replays/{replay_id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a replay
         * @description A replay completes when each event was tried once. Failures go on by the normal schedule. Requires the scope webhooks:read.
         */
        get: operations["getReplay"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{webhook_id}/replays/{replay_id}/cancel/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a replay
         * @description Removes the deliveries that were not sent. Requires the scope webhooks:write.
         */
        post: operations["cancelReplay"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List events
         * @description The events of the workspace, oldest first: the delivery body and `sequence`, which has no gaps in the workspace. With `webhook_id`, the events of that endpoint with its `webhook-sequence`: a receiver that finds a gap reads the missing events from here. Events are kept for 30 days, from the first endpoint of the workspace on. Requires the scope webhooks:read.
         */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/platforms/{platform}/results/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Report results of a sending platform
         * @description For adapters of sending platforms. The body has 1 to 1,000 results in at most 2 MiB of JSON. It is signed as in Standard Webhooks, by the headers `webhook-id`, `webhook-timestamp` and `webhook-signature` and the secret of the platform. A repeated result changes nothing. docs/platforms.md describes each type. Requires no credential. Also counts in the rate limit address.
         */
        post: operations["recordPlatformResults"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/.well-known/jwks.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get public keys
         * @description The public keys that verify access tokens, as a JSON Web Key Set. Requires no credential.
         */
        get: operations["getJwks"];
        put?: never;
        post?: never;
        delete?: never;
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
         * Check health
         * @description 200 while the process runs. Requires no credential.
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
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check readiness
         * @description Names the backends that do not answer. Without auth, and during a shutdown, the response is 503; without another backend the remaining operations work. Requires no credential.
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
export interface webhooks {
    "contact.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A contact was created. */
        post: operations["receiveContactCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "contact.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A public field of a contact changed. */
        post: operations["receiveContactUpdated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "contact.deleted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A contact was deleted. After a hard delete the event contains only the id, and so do earlier events of the contact that are delivered later. */
        post: operations["receiveContactDeleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "contact.restored": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A deleted contact was restored. */
        post: operations["receiveContactRestored"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "contact.enriched": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The enrichment of a contact was completed. */
        post: operations["receiveContactEnriched"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "contact.verified": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The verification of the address of a contact changed its verification_status. */
        post: operations["receiveContactVerified"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "contact.scored": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The score, tier or grade of a contact changed. */
        post: operations["receiveContactScored"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "contact.suppressed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A new suppression matches the address of a contact. */
        post: operations["receiveContactSuppressed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "import.completed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** An import job ended: completed, failed or canceled. */
        post: operations["receiveImportCompleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "campaign.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A campaign was created. */
        post: operations["receiveCampaignCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "campaign.launched": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A campaign was launched. */
        post: operations["receiveCampaignLaunched"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "campaign.paused": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A user paused a campaign. */
        post: operations["receiveCampaignPaused"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "campaign.resumed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A paused campaign was resumed. */
        post: operations["receiveCampaignResumed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "campaign.auto_paused": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The deliverability system paused a campaign; `rule` is the reason. */
        post: operations["receiveCampaignAutoPaused"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "campaign.completed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A campaign has sent all of its emails. */
        post: operations["receiveCampaignCompleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "campaign.archived": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A campaign was archived. */
        post: operations["receiveCampaignArchived"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "campaign.deliverability_warning": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A rate of a campaign reached half of the threshold that pauses it automatically. */
        post: operations["receiveCampaignDeliverabilityWarning"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "email.sent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** An email was sent to the receiving server. */
        post: operations["receiveEmailSent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "email.delivered": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The receiving server accepted an email. */
        post: operations["receiveEmailDelivered"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "email.opened": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A person opened an email. */
        post: operations["receiveEmailOpened"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "email.clicked": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A person followed a link of an email. */
        post: operations["receiveEmailClicked"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "email.replied": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A person replied to an email. */
        post: operations["receiveEmailReplied"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "email.auto_replied": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** An automatic reply to an email arrived, for example an absence notice. */
        post: operations["receiveEmailAutoReplied"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "email.bounced": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** An email was refused permanently. */
        post: operations["receiveEmailBounced"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "email.failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** An email could not be sent. */
        post: operations["receiveEmailFailed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "email.unsubscribed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A contact unsubscribed through an email. */
        post: operations["receiveEmailUnsubscribed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "email.spam_complaint": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A contact reported an email as spam. */
        post: operations["receiveEmailSpamComplaint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "sending_account.health_changed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The health score of a sending account crossed 70 or 40. */
        post: operations["receiveSendingAccountHealthChanged"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "sending_account.disconnected": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Three connections of a sending account failed in a row. */
        post: operations["receiveSendingAccountDisconnected"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "sequence.winner_selected": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** All further contacts of a step get one of its variants; `selected_by` is `auto` or `user`. */
        post: operations["receiveSequenceWinnerSelected"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "tracking_domain.failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Two checks of a tracking domain failed in a row. Links no longer use it. */
        post: operations["receiveTrackingDomainFailed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "inbox.message_received": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A reply arrived in a thread. Its text is read with the thread. */
        post: operations["receiveInboxMessageReceived"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "inbox.message_sent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** An answer in a thread was sent. */
        post: operations["receiveInboxMessageSent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "export.completed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** An export is ready for download, or has failed. */
        post: operations["receiveExportCompleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "webhook.endpoint_disabled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A webhook endpoint answered 410 Gone and was disabled. */
        post: operations["receiveWebhookEndpointDisabled"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "webhook.endpoint_failing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** All attempts to reach a webhook endpoint failed for over an hour. Its deliveries are still retried. The event goes to other endpoints only. */
        post: operations["receiveWebhookEndpointFailing"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        Error: {
            error: {
                /**
                 * @description The kind of error, for programs.
                 * @enum {string}
                 */
                code: "authentication_required" | "conflict" | "empty_filter" | "failed_precondition" | "forbidden" | "gate_blocked" | "idempotency_in_progress" | "idempotency_key_reused" | "immutable_field" | "inactive_inbox" | "internal_error" | "invalid_transition" | "mail_not_configured" | "not_found" | "oidc_not_configured" | "provider_not_configured" | "rate_limited" | "replay_too_large" | "suppressed" | "template_error" | "validation_error";
                /** @description The error in words, for people. */
                message: string;
                /** @description Path of the first wrong field, for example custom_fields.plan or tags[3]. */
                field?: string;
                errors?: {
                    field: string;
                    message: string;
                }[];
                /**
                 * @description The cause, where a code has more than one.
                 * @enum {string}
                 */
                reason?: "active_duplicate" | "already_member" | "assigned_to_other_client" | "domain_taken" | "duplicate_domain" | "duplicate_email" | "duplicate_name" | "duplicate_username" | "endpoint_limit" | "endpoint_paused" | "export_limit" | "globally_suppressed" | "in_use" | "key_limit" | "last_owner" | "no_single_active_campaign" | "sequence_in_use" | "totp_enabled" | "totp_not_started" | "tracking_domain_limit";
                /** @description The missing scope. */
                required_scope?: components["schemas"]["Scope"];
                /** @description Current status of the resource, with invalid_transition. */
                status?: string;
                /**
                 * @description Current status of the sending account, with inactive_inbox.
                 * @enum {string}
                 */
                account_status?: "paused" | "error" | "suspended";
                /** @description What the mail server answered, with mail_not_sent. */
                error?: string;
                /** @description What blocks a launch or resume, with gate_blocked. */
                blocking_reasons?: {
                    reason: components["schemas"]["GateReasonName"];
                    message: string;
                    sending_account_id?: string;
                    field?: string;
                    /** @description A domain on a blocklist. */
                    domain?: string;
                    /** @description The DNS zone of the blocklist. */
                    zone?: string;
                    observed?: number;
                    threshold?: number;
                    /** Format: date-time */
                    retry_at?: string;
                }[];
                /** @description Events in the range of a replay that is too large. */
                matched_events?: number;
                /** @description Limit for the events of a replay. */
                max_events?: number;
                /** @description Value of the exceeded rate limit. */
                limit?: number;
                /**
                 * @description Name of the exceeded rate limit.
                 * @enum {string}
                 */
                limit_name?: "credential" | "write" | "bulk" | "analytics" | "workspace" | "workspace_write" | "campaign_create" | "campaign_launch" | "address" | "login" | "login_address";
                /** @description Seconds to wait before a retry. */
                retry_after_seconds?: number;
            };
        };
        LogIn: {
            username: string;
            password: string;
            workspace_id?: string | null;
            /** @description Of the second factor of the user: six digits of the authenticator app, or a recovery code. */
            code?: string | null;
        };
        TokenPair: {
            /** @description The access token, valid for 15 minutes. */
            access: string;
            /** @description The refresh token. Use it once. */
            refresh: string;
        };
        Detail: {
            /** @description The cause of the failed log-in. */
            detail: string;
            /**
             * @description Present if the password is right, and `code` is missing or wrong.
             * @constant
             */
            second_factor?: "totp";
        };
        RefreshToken: {
            refresh: string;
        };
        InvitationAcceptance: {
            /** @description The token of the link. */
            token: string;
            username: string;
            /** @description 12 to 1,024 bytes. */
            password: string;
        };
        PasswordForgotten: {
            username: string;
        };
        PasswordReset: {
            /** @description The token of the link. */
            token: string;
            /** @description 12 to 1,024 bytes. */
            password: string;
        };
        RateLimitStatus: {
            /** @description Requests per window of the limit `credential`. */
            limit: number;
            /** @description Requests that this limit still allows. */
            remaining: number;
            /** @description Unix time in seconds at which quota becomes free. */
            reset: number;
            /** @description Every limit of the credential. */
            limits: {
                /** @enum {string} */
                name: "credential" | "write" | "bulk" | "analytics" | "workspace" | "workspace_write" | "campaign_create" | "campaign_launch";
                limit: number;
                used: number;
                remaining: number;
                reset: number;
                window_seconds: number;
            }[];
        };
        ApiKeyPage: {
            data: components["schemas"]["ApiKey"][];
            meta: components["schemas"]["PageMeta"];
        };
        ApiKey: {
            /** @description Id of the resource. */
            id: string;
            /** @description A name for people. */
            name: string;
            /** @description The first characters of the key. */
            key_preview: string;
            /** @description The scopes of the key. */
            scopes: components["schemas"]["Scope"][];
            /** @description Requests per 60 seconds; 600 by default. */
            rate_limit_per_minute: number;
            /** @description Time after which the key is invalid; `null` for no expiry. */
            expires_at: string | null;
            /** @description Time of the last request with the key. */
            last_used_at: string | null;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            created_at: string;
            /** @description Time of the revocation; `null` for an active key. */
            revoked_at: string | null;
        };
        PageMeta: {
            next_cursor: string | null;
            has_more: boolean;
        };
        ApiKeyCreate: {
            /** @description A name for people. */
            name: string;
            /** @description The scopes of the key. */
            scopes: components["schemas"]["Scope"][];
            /** @description Requests per 60 seconds; 600 by default. */
            rate_limit_per_minute?: number | null;
            /**
             * Format: date-time
             * @description Time after which the key is invalid; `null` for no expiry.
             */
            expires_at?: string | null;
        };
        CreatedApiKey: components["schemas"]["ApiKey"] & {
            /** @description The whole key. It is not shown again. */
            key: string;
        };
        ApiKeyUpdate: {
            /** @description A name for people. */
            name?: string;
            /** @description The scopes of the key. */
            scopes?: components["schemas"]["Scope"][];
            /** @description Requests per 60 seconds; 600 by default. */
            rate_limit_per_minute?: number | null;
            /**
             * Format: date-time
             * @description Time after which the key is invalid; `null` for no expiry.
             */
            expires_at?: string | null;
        };
        ApiKeyRotate: {
            /** @description Seconds for which previous keys keep working; 0 by default. */
            overlap_seconds?: number | null;
        };
        UserPage: {
            data: components["schemas"]["User"][];
            meta: components["schemas"]["PageMeta"];
        };
        User: {
            /** @description Id of the resource. */
            id: string;
            /** @description Unique in the whole service, without regard to case. */
            username: string;
            /** @description Address of the user. */
            email: string | null;
            /**
             * @description `owner`, `admin`, `member` or `viewer`. The role includes scopes.
             * @enum {string}
             */
            role: "owner" | "admin" | "member" | "viewer";
            /** @description Scopes granted in addition to the scopes of the role. */
            scopes: components["schemas"]["Scope"][];
            /** @description `false` for a deactivated user, who cannot log in. */
            is_active: boolean;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            created_at: string;
        };
        UserCreate: {
            /** @description Unique in the whole service, without regard to case. */
            username: string;
            /** @description 12 to 1,024 bytes. Responses never contain it. */
            password: string;
            /**
             * @description `owner`, `admin`, `member` or `viewer`. The role includes scopes.
             * @enum {string}
             */
            role: "owner" | "admin" | "member" | "viewer";
            /**
             * Format: email
             * @description Address of the user.
             */
            email?: string | null;
            /** @description Scopes granted in addition to the scopes of the role. */
            scopes?: components["schemas"]["Scope"][];
        };
        UserUpdate: {
            /**
             * Format: email
             * @description Address of the user.
             */
            email?: string | null;
            /** @description 12 to 1,024 bytes. Responses never contain it. */
            password?: string;
            /**
             * @description `owner`, `admin`, `member` or `viewer`. The role includes scopes.
             * @enum {string}
             */
            role?: "owner" | "admin" | "member" | "viewer";
            /** @description Scopes granted in addition to the scopes of the role. */
            scopes?: components["schemas"]["Scope"][];
            /** @description `false` for a deactivated user, who cannot log in. */
            is_active?: boolean;
        };
        TotpSecret: {
            /** @description The secret, as base 32, for apps that cannot read the address. */
            secret: string;
            /** @description The address that authenticator apps read, usually from a QR code. */
            otpauth_url: string;
        };
        TotpCode: {
            /** @description Six digits of the authenticator app, or a recovery code. */
            code: string;
        };
        RecoveryCodes: {
            /** @description Each one replaces a code once, when the app is lost. They are shown only here. */
            recovery_codes: string[];
        };
        InvitationPage: {
            data: components["schemas"]["Invitation"][];
            meta: components["schemas"]["PageMeta"];
        };
        Invitation: {
            /** @description Id of the resource. */
            id: string;
            /** @description Address that the letter goes to. */
            email: string;
            /**
             * @description Role of the user who accepts.
             * @enum {string}
             */
            role: "owner" | "admin" | "member" | "viewer";
            /** @description Scopes granted in addition to the scopes of the role. */
            scopes: components["schemas"]["Scope"][];
            /** @enum {string} */
            status: "pending" | "accepted" | "expired";
            /** @description Id of the user or API key. */
            invited_by: string;
            /** @description Seven days after the invitation. */
            expires_at: string;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            created_at: string;
        };
        InvitationCreate: {
            /** Format: email */
            email: string;
            /** @enum {string} */
            role: "owner" | "admin" | "member" | "viewer";
            scopes?: components["schemas"]["Scope"][];
        };
        Workspace: {
            /** @description Id of the resource. */
            id: string;
            /** @description Name. */
            name: string;
            /**
             * @description `default` or `enterprise`.
             * @enum {string}
             */
            tier: "default" | "enterprise";
            /** @description Id of the agency; `null` outside an agency. */
            agency_id: string | null;
            /** @description Requests per 60 seconds by the name of the limit; `credential` is the most of one API key. */
            limits: {
                [key: string]: number;
            };
            /** @description Settings of the workspace. */
            settings: {
                [key: string]: unknown;
            };
        };
        AuditEntryPage: {
            data: components["schemas"]["AuditEntry"][];
            meta: components["schemas"]["PageMeta"];
        };
        AuditEntry: {
            /** @description Id of the resource. */
            id: string;
            /**
             * Format: date-time
             * @description Time of the action.
             */
            at: string;
            /** @description The user, API key or operator that acted. */
            actor: {
                /** @enum {string} */
                type: "user" | "api_key" | "operator" | "anonymous";
                id: string | null;
            };
            /**
             * @description The action.
             * @enum {string}
             */
            action: "login.succeeded" | "login.failed" | "user.created" | "user.updated" | "user.deleted" | "user.password_reset" | "user.totp_enabled" | "user.totp_disabled" | "invitation.created" | "invitation.deleted" | "invitation.accepted" | "api_key.created" | "api_key.updated" | "api_key.rotated" | "api_key.revoked" | "workspace.created" | "workspace.updated" | "campaign.created" | "campaign.updated" | "campaign.launched" | "campaign.paused" | "campaign.resumed" | "campaign.archived" | "campaign.cloned" | "campaign.contacts_enrolled" | "campaign.contacts_removed" | "contact.bulk_upserted" | "contact.erased" | "export.created" | "icp_profile.updated" | "import.created" | "import.canceled" | "notification_settings.updated" | "report.created" | "report.deleted" | "retention.updated" | "segment.created" | "segment.updated" | "segment.deleted" | "segment.refreshed" | "sending_account.created" | "sending_account.updated" | "sending_account.deleted" | "sending_account.paused" | "sending_account.resumed" | "sending_account.connected" | "sequence.created" | "sequence.updated" | "sequence.deleted" | "sequence.cloned" | "sequence.steps_replaced" | "sequence.winner_selected" | "sequence.contacts_enrolled" | "suppression.created" | "suppression.deleted" | "suppression.bulk_created" | "tracking_domain.created" | "tracking_domain.updated" | "tracking_domain.deleted" | "tracking_domain.verified" | "webhook.created" | "webhook.updated" | "webhook.deleted" | "webhook.secret_rotated" | "webhook.replay_created" | "webhook.replay_canceled";
            /** @description The resource that the action changed. `id` is `null` for a bulk write. */
            target: {
                /** @enum {string} */
                type: "user" | "invitation" | "api_key" | "workspace" | "campaign" | "contact" | "export" | "icp_profile" | "import" | "notification_settings" | "report" | "retention" | "segment" | "sending_account" | "sequence" | "suppression" | "tracking_domain" | "webhook";
                id: string | null;
            };
            /** @description The number of resources of a bulk write, else `null`. */
            count: number | null;
            /** @description Address of the client. */
            ip: string | null;
            /** @description X-Request-Id of the request. */
            request_id: string;
        };
        NotificationSettings: {
            /** @description Addresses that get an email each, at most 20. */
            emails: string[];
            /** @description The URL that Slack messages are posted to. It is a secret, so it is not shown. */
            slack_webhook_url: {
                /** @description Host of the URL. */
                host: string;
                /** @description The last characters of the URL; empty for a short one. */
                preview: string;
            } | null;
            /** @description The events that are notified. */
            events: ("campaign.auto_paused" | "campaign.completed" | "sending_account.disconnected" | "webhook.endpoint_failing" | "webhook.endpoint_disabled" | "import.completed" | "tracking_domain.failed")[];
        };
        NotificationSettingsInput: {
            /** @description Addresses that get an email each, at most 20. */
            emails: string[];
            /**
             * Format: uri
             * @description URL of an incoming webhook of Slack. Absent keeps the stored URL, `null` removes it. Private and special addresses are refused.
             */
            slack_webhook_url?: string | null;
            /** @description The events that are notified. */
            events: ("campaign.auto_paused" | "campaign.completed" | "sending_account.disconnected" | "webhook.endpoint_failing" | "webhook.endpoint_disabled" | "import.completed" | "tracking_domain.failed")[];
        };
        ContactPage: {
            data: components["schemas"]["Contact"][];
            meta: components["schemas"]["CountedPageMeta"];
        };
        Contact: {
            /** @description Id of the resource. */
            id: string;
            /** @description Id of the workspace that the resource belongs to. */
            workspace_id: string;
            /** @description Address, normalised to lower case. Unique among the contacts of a workspace that are not deleted. */
            email: string;
            first_name: string | null;
            last_name: string | null;
            /** @description Defaults to first and last name. */
            full_name: string | null;
            /** @description Job title. */
            title: string | null;
            seniority: components["schemas"]["Seniority"] | null;
            department: components["schemas"]["Department"] | null;
            phone: string | null;
            mobile: string | null;
            linkedin_url: string | null;
            city: string | null;
            state: string | null;
            country: string | null;
            /** @description IANA time zone name, such as Europe/Berlin. */
            time_zone: string | null;
            /**
             * @description The origin of the contact.
             * @enum {string}
             */
            lead_source: "api" | "bulk" | "import" | "manual" | "enrichment";
            /** @description Score from 0 to 100. */
            lead_score: number;
            /** @description Tier of the ideal customer profile, from A (best) to D. */
            icp_tier: ("A" | "B" | "C" | "D") | null;
            /**
             * @description Grade of the score: A from 80, B from 60, C from 40, D from 20, else F.
             * @enum {string}
             */
            grade: "A" | "B" | "C" | "D" | "F";
            /** @description At most 100 tags of at most 64 characters. */
            tags: string[];
            /** @description Result of the verification of the address. */
            verification_status: components["schemas"]["VerificationStatus"];
            /** @description When the address was verified last; `null` before the first known result. */
            verified_at: string | null;
            /** @description The provider of the mail servers of the domain; `null` before the first verification. */
            mail_provider: ("google" | "microsoft" | "other") | null;
            /** @description `true` after an enrichment. */
            is_enriched: boolean;
            /** @description `true` after a soft delete. */
            is_deleted: boolean;
            /** @description The company of the contact. */
            company: components["schemas"]["Company"];
            /** @description Values of custom fields by their names. Unknown names are ignored. */
            custom_fields: {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description Time of creation.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Time of the last change.
             */
            updated_at: string;
        };
        CountedPageMeta: {
            next_cursor: string | null;
            has_more: boolean;
            total_count: number;
            total_count_estimated?: boolean;
        };
        ContactCreate: {
            /**
             * Format: email
             * @description Address, normalised to lower case. Unique among the contacts of a workspace that are not deleted.
             */
            email: string;
            first_name?: string | null;
            last_name?: string | null;
            /** @description Defaults to first and last name. */
            full_name?: string | null;
            /** @description Job title. */
            title?: string | null;
            /** @enum {string|null} */
            seniority?: "owner" | "founder" | "c_suite" | "partner" | "vp" | "head" | "director" | "manager" | "senior" | "entry" | "intern" | null;
            /** @enum {string|null} */
            department?: "executive" | "product" | "engineering" | "design" | "education" | "finance" | "human_resources" | "information_technology" | "legal" | "marketing" | "medical" | "operations" | "sales" | "consulting" | "support" | "other" | null;
            phone?: string | null;
            mobile?: string | null;
            /** Format: uri */
            linkedin_url?: string | null;
            city?: string | null;
            state?: string | null;
            country?: string | null;
            /** @description IANA time zone name, such as Europe/Berlin. */
            time_zone?: string | null;
            /** @description Domain of the company. `company.domain` takes precedence. */
            company_domain?: string | null;
            /** @description The company of the contact. */
            company?: components["schemas"]["CompanyInput"];
            /** @description At most 100 tags of at most 64 characters. */
            tags?: string[];
            /** @description Values of custom fields by their names. Unknown names are ignored. */
            custom_fields?: {
                [key: string]: unknown;
            };
            /** @description Result of the verification of the address. */
            verification_status?: components["schemas"]["VerificationStatus"];
        };
        CompanyInput: {
            /** @description Name. */
            name?: string | null;
            domain?: string | null;
            industry?: string | null;
            employee_count?: number | null;
            revenue_band?: string | null;
        };
        ScoredContact: components["schemas"]["Contact"] & {
            /** @description The parts of the score. */
            score_breakdown: components["schemas"]["ScoreBreakdown"];
        };
        IcpRule: {
            field: string;
            /**
             * @description The operator.
             * @enum {string}
             */
            op: "eq" | "ne" | "gt" | "gte" | "lt" | "lte" | "in" | "not_in" | "contains" | "starts_with" | "ends_with" | "is_empty" | "is_not_empty";
            value: unknown;
            /** @description Points for a match; may be negative. */
            points: number;
        };
        ScoreBreakdown: {
            /** @description Points for the matching rules. */
            fit: number;
            /** @description Points for reactions to emails. */
            engagement: number;
            /** @description The rules that the contact meets. */
            rules: components["schemas"]["IcpRule"][];
        };
        ContactUpdate: {
            /**
             * Format: email
             * @description Address, normalised to lower case. Unique among the contacts of a workspace that are not deleted.
             */
            email?: string;
            first_name?: string | null;
            last_name?: string | null;
            /** @description Defaults to first and last name. */
            full_name?: string | null;
            /** @description Job title. */
            title?: string | null;
            /** @enum {string|null} */
            seniority?: "owner" | "founder" | "c_suite" | "partner" | "vp" | "head" | "director" | "manager" | "senior" | "entry" | "intern" | null;
            /** @enum {string|null} */
            department?: "executive" | "product" | "engineering" | "design" | "education" | "finance" | "human_resources" | "information_technology" | "legal" | "marketing" | "medical" | "operations" | "sales" | "consulting" | "support" | "other" | null;
            phone?: string | null;
            mobile?: string | null;
            /** Format: uri */
            linkedin_url?: string | null;
            city?: string | null;
            state?: string | null;
            country?: string | null;
            /** @description IANA time zone name, such as Europe/Berlin. */
            time_zone?: string | null;
            /** @description Domain of the company. `company.domain` takes precedence. */
            company_domain?: string | null;
            /** @description The company of the contact. */
            company?: components["schemas"]["CompanyInput"];
            /** @description At most 100 tags of at most 64 characters. */
            tags?: string[];
            /** @description Values of custom fields by their names. Unknown names are ignored. */
            custom_fields?: {
                [key: string]: unknown;
            };
            /** @description Result of the verification of the address. */
            verification_status?: components["schemas"]["VerificationStatus"];
        };
        ContactDelete: {
            /** @description The reason, for the record. */
            deletion_reason?: string | null;
            /**
             * @description With `hard=true`: also suppresses the address. Only its SHA-256 is stored.
             * @default false
             */
            suppress?: boolean | null;
        };
        DeletedContact: {
            /** @description Id of the resource. */
            id: string;
            /** @constant */
            is_deleted: true;
            /** @description The reason, for the record. */
            deletion_reason: string | null;
            /** Format: date-time */
            deleted_at: string;
        };
        ErasedContact: {
            /** @description Id of the resource. */
            id: string;
            /** @constant */
            deleted: true;
            /** @constant */
            hard: true;
            /** @description Id of the retention log of the deletion. */
            retention_log_id: string;
        };
        RetentionLogPage: {
            data: components["schemas"]["RetentionLog"][];
            meta: components["schemas"]["PageMeta"];
        };
        RetentionLog: {
            /** @description Id of the resource. */
            id: string;
            /** @description Id of the contact. */
            contact_id: string;
            /** @description SHA-256 of the address in hexadecimal. */
            email_sha256: string;
            /** @description The reason of the deletion. */
            reason: string | null;
            /** @description Id of the user or API key that deleted the contact. */
            deleted_by: string;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            created_at: string;
        };
        PersonalData: {
            /** @description The contact, with its segments, campaigns and points of engagement. */
            contact: {
                /** @description Id of the resource. */
                id: string;
                /** @description Id of the workspace that the resource belongs to. */
                workspace_id: string;
                /** @description Address, normalised to lower case. Unique among the contacts of a workspace that are not deleted. */
                email: string;
                first_name: string | null;
                last_name: string | null;
                /** @description Defaults to first and last name. */
                full_name: string | null;
                /** @description Job title. */
                title: string | null;
                seniority: components["schemas"]["Seniority"] | null;
                department: components["schemas"]["Department"] | null;
                phone: string | null;
                mobile: string | null;
                linkedin_url: string | null;
                city: string | null;
                state: string | null;
                country: string | null;
                /** @description IANA time zone name, such as Europe/Berlin. */
                time_zone: string | null;
                /**
                 * @description The origin of the contact.
                 * @enum {string}
                 */
                lead_source: "api" | "bulk" | "import" | "manual" | "enrichment";
                /** @description Score from 0 to 100. */
                lead_score: number;
                /** @description Tier of the ideal customer profile, from A (best) to D. */
                icp_tier: ("A" | "B" | "C" | "D") | null;
                /**
                 * @description Grade of the score: A from 80, B from 60, C from 40, D from 20, else F.
                 * @enum {string}
                 */
                grade: "A" | "B" | "C" | "D" | "F";
                /** @description At most 100 tags of at most 64 characters. */
                tags: string[];
                /** @description Result of the verification of the address. */
                verification_status: components["schemas"]["VerificationStatus"];
                /** @description When the address was verified last; `null` before the first known result. */
                verified_at: string | null;
                /** @description The provider of the mail servers of the domain; `null` before the first verification. */
                mail_provider: ("google" | "microsoft" | "other") | null;
                /** @description `true` after an enrichment. */
                is_enriched: boolean;
                /** @description `true` after a soft delete. */
                is_deleted: boolean;
                /** @description The company of the contact. */
                company: components["schemas"]["Company"];
                /** @description Values of custom fields by their names. Unknown names are ignored. */
                custom_fields: {
                    [key: string]: unknown;
                };
                /**
                 * Format: date-time
                 * @description Time of creation.
                 */
                created_at: string;
                /**
                 * Format: date-time
                 * @description Time of the last change.
                 */
                updated_at: string;
                /** @description Time of the soft delete. */
                deleted_at: string | null;
                /** @description The reason, for the record. */
                deletion_reason: string | null;
            };
            /** @description All events of its timeline, oldest first. */
            timeline: {
                [key: string]: unknown;
            }[];
            enrollments: {
                [key: string]: unknown;
            }[];
            /** @description All emails to the contact with their texts, answers in threads (with `thread_id`) included. `truncated` is `true` where the text is incomplete or can no longer be rendered. */
            sends: {
                [key: string]: unknown;
            }[];
            /** @description Conversations with `messages` and their texts. A thread of more than 20 messages is continued in the next items with its id. */
            threads: {
                [key: string]: unknown;
            }[];
            /** @description Suppressions of the address, and those that campaigns have requested and contacts has not stored yet. */
            suppressions: {
                [key: string]: unknown;
            }[];
            /** @description Rejected rows of imports with the address. */
            import_rows: {
                [key: string]: unknown;
            }[];
            /** @description Stored events of webhooks about the contact with what their receivers answered, and received emails. */
            events: {
                [key: string]: unknown;
            }[];
        };
        ContactTags: {
            /** @description Tags to add. */
            add?: string[];
            /** @description Tags to remove. */
            remove?: string[];
        };
        ContactTagsResult: {
            /** @description Id of the resource. */
            id: string;
            tags: string[];
        };
        EngagementEventPage: {
            data: components["schemas"]["EngagementEvent"][];
            meta: components["schemas"]["PageMeta"];
        };
        EngagementEvent: {
            /** @description Id of the resource. */
            id: string;
            /**
             * @description Type of the event.
             * @enum {string}
             */
            event_type: "email_sent" | "email_delivered" | "email_opened" | "email_clicked" | "email_replied" | "email_auto_replied" | "email_bounced" | "email_failed" | "email_unsubscribed" | "email_spam_complaint" | "email_answered" | "enrolled" | "enrollment_completed" | "enrollment_stopped";
            /**
             * Format: date-time
             * @description Time of the event.
             */
            occurred_at: string;
            /** @description Id of the contact. */
            contact_id: string;
            /** @description Id of the campaign. */
            campaign_id: string | null;
            /** @description Id of the enrollment. */
            enrollment_id: string | null;
            send_id: string | null;
            step_number: number | null;
            variant_id: string | null;
            /** @description Id of the sending account. */
            sending_account_id: string | null;
            /** @description `true` for a scanner, a proxy or an automatic reply. */
            is_machine: boolean;
            /** @description Details that depend on the event type. */
            metadata: {
                [key: string]: unknown;
            };
        };
        EnrollmentPage: {
            data: components["schemas"]["Enrollment"][];
            meta: components["schemas"]["PageMeta"];
        };
        Enrollment: {
            /** @description Id of the resource. */
            id: string;
            /** @description Id of the workspace that the resource belongs to. */
            workspace_id: string;
            /** @description Id of the campaign. */
            campaign_id: string;
            sequence_id: string;
            /** @description Id of the contact. */
            contact_id: string;
            contact_email: string | null;
            /** @enum {string} */
            status: "pending" | "active" | "paused" | "completed" | "stopped";
            /** @description The reason for the status `stopped`. */
            stop_reason: ("replied" | "domain_replied" | "bounced" | "unsubscribed" | "complained" | "suppressed" | "removed" | "contact_deleted" | "campaign_archived" | "send_failed" | "stale_send_dropped") | null;
            /** @enum {string} */
            source: "filter" | "manual" | "sequence";
            /** @description The step of the last email. */
            current_step: number;
            steps_total: number;
            next_step: number | null;
            /** @description Planned time of the next email. */
            next_send_at: string | null;
            last_sent_at: string | null;
            /** @description Id of the sending account. */
            sending_account_id: string | null;
            /** @description Number of emails sent. */
            sent_count: number;
            opened: boolean;
            replied: boolean;
            bounced: boolean;
            /** Format: date-time */
            enrolled_at: string;
            completed_at: string | null;
            /**
             * Format: date-time
             * @description Time of the last change.
             */
            updated_at: string;
        };
        SequencePage: {
            data: components["schemas"]["Sequence"][];
            meta: components["schemas"]["PageMeta"];
        };
        Sequence: {
            /** @description Id of the resource. */
            id: string;
            /** @description Id of the workspace that the resource belongs to. */
            workspace_id: string;
            /** @description Name. */
            name: string;
            description: string | null;
            /**
             * @description `draft`, `active` or `archived`. An archived sequence takes no new campaign.
             * @enum {string}
             */
            status: "draft" | "active" | "archived";
            /** @description Grows with every change of the steps. */
            version: number;
            /** @description The emails, in their order; at most 50, and 900 KiB together. */
            steps: {
                id: string;
                step_number: number;
                /** @enum {string} */
                step_type: "email";
                delay_value: number;
                /** @enum {string} */
                delay_unit: "minutes" | "hours" | "days";
                /** @enum {string} */
                thread_mode: "reply" | "new";
                subject: string | null;
                body_html: string | null;
                body_text: string | null;
                variants: {
                    id: string;
                    /** @enum {string} */
                    label: "A" | "B" | "C" | "D" | "E" | "F";
                    subject: string | null;
                    body_html: string | null;
                    body_text: string | null;
                    weight: number;
                    is_active: boolean;
                }[];
                winner: {
                    /**
                     * @description `none`, `manual`, or `auto`: the best variant is selected as soon as its probability suffices.
                     * @enum {string}
                     */
                    mode: "none" | "manual" | "auto";
                    /**
                     * @description The rate by which variants are compared, of delivered emails.
                     * @enum {string}
                     */
                    metric: "reply_rate" | "open_rate" | "click_rate";
                    /** @description Delivered emails that every variant needs before an automatic decision. */
                    min_sends: number;
                    /** @description Probability of being the best that an automatic decision needs. */
                    confidence: number;
                    /** @description Time of the decision; `null` before it. */
                    decided_at: string | null;
                    /** @description The selected variant; `null` before the decision. */
                    variant_id: string | null;
                };
            }[];
            /**
             * Format: date-time
             * @description Time of creation.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Time of the last change.
             */
            updated_at: string;
        };
        SequenceCreate: {
            /** @description Name. */
            name: string;
            description?: string | null;
            /**
             * @description `draft`, `active` or `archived`. An archived sequence takes no new campaign.
             * @enum {string|null}
             */
            status?: "draft" | "active" | "archived" | null;
            /** @description The emails, in their order; at most 50, and 900 KiB together. */
            steps?: components["schemas"]["SequenceStepInput"][];
        };
        SequenceStepInput: {
            /** @description Id of the stored step; absent for a new one. */
            id?: string | null;
            /** @description Position in the list, from 1. */
            step_number?: number | null;
            /** @enum {string|null} */
            step_type?: "email" | null;
            /** @description Time since the previous step was sent; 0 in the first step. */
            delay_value?: number | null;
            /**
             * @description `minutes`, `hours` or `days`.
             * @enum {string|null}
             */
            delay_unit?: "minutes" | "hours" | "days" | null;
            /**
             * @description `reply` continues the thread of the first step, `new` starts one.
             * @enum {string|null}
             */
            thread_mode?: "reply" | "new" | null;
            /** @description Template of the subject. The default of a reply is `Re: ` and the subject of the first step. */
            subject?: string | null;
            /** @description Template of the HTML. */
            body_html?: string | null;
            /** @description Template of the text; by default the text is made from the HTML. */
            body_text?: string | null;
            /** @description Alternative texts, each for a share of the contacts. */
            variants?: components["schemas"]["StepVariantInput"][];
            /** @description How the best variant is selected. The decision of a stored step stays. */
            winner?: components["schemas"]["StepWinnerInput"];
        };
        StepVariantInput: {
            /** @description Id of the stored variant; absent for a new one. */
            id?: string | null;
            /**
             * @description A letter from A to F; by default the first free one.
             * @enum {string|null}
             */
            label?: "A" | "B" | "C" | "D" | "E" | "F" | null;
            /** @description Template of the subject. The default of a reply is `Re: ` and the subject of the first step. */
            subject?: string | null;
            /** @description Template of the HTML. */
            body_html?: string | null;
            /** @description Template of the text; by default the text is made from the HTML. */
            body_text?: string | null;
            /** @description Share in percent. The weights of the active variants sum to 100. */
            weight: number;
            /** @description `false` for a variant that no contact receives. */
            is_active?: boolean | null;
        };
        StepWinnerInput: {
            /**
             * @description `none` by default.
             * @enum {string|null}
             */
            mode?: "none" | "manual" | "auto" | null;
            /**
             * @description `reply_rate` by default.
             * @enum {string|null}
             */
            metric?: "reply_rate" | "open_rate" | "click_rate" | null;
            /** @description Delivered emails that every variant needs; 100 by default. */
            min_sends?: number | null;
            /** @description Probability of being the best; 0.95 by default. */
            confidence?: number | null;
        };
        SequenceUpdate: {
            /** @description Name. */
            name?: string;
            description?: string | null;
            /**
             * @description `draft`, `active` or `archived`. An archived sequence takes no new campaign.
             * @enum {string|null}
             */
            status?: "draft" | "active" | "archived" | null;
        };
        SequenceClone: {
            /** @description Name. */
            name?: string | null;
        };
        SequenceSteps: {
            steps: components["schemas"]["SequenceStepInput"][];
        };
        WinnerSelection: {
            /** @description Id of an active variant of the step. */
            variant_id: string;
        };
        EnrollResult: {
            enrolled_count: number;
            skipped_count: number;
            /** @description One result per item of the request, in its order. */
            results: {
                contact_id: string;
                /** @enum {string} */
                status: "enrolled" | "already_enrolled" | "suppressed" | "not_found" | "filter_mismatch" | "unsendable";
                enrollment_id: string | null;
            }[];
        };
        SendingAccountPage: {
            data: components["schemas"]["SendingAccount"][];
            meta: components["schemas"]["PageMeta"];
        };
        SendingAccount: {
            /** @description Id of the resource. */
            id: string;
            /** @description Id of the workspace that the resource belongs to. */
            workspace_id: string;
            /** @description Sender address, normalised to lower case. A workspace has one account per address. */
            email: string;
            /** @description Sender name. */
            from_name: string | null;
            /**
             * @description Provider of the mailbox.
             * @enum {string}
             */
            provider: "smtp" | "google" | "microsoft" | "ses";
            /** @description The server that sends. */
            smtp: components["schemas"]["MailServer"] | null;
            /** @description The server with the replies; `null` without one. */
            imap: components["schemas"]["MailServer"] | null;
            /**
             * @description How the account logs in to its servers.
             * @enum {string}
             */
            auth_method: "password" | "oauth2";
            /** @description The OAuth 2.0 connection, without its tokens; `null` for an account with passwords. */
            oauth: {
                /**
                 * @description The provider that has issued the tokens.
                 * @enum {string}
                 */
                provider: "google" | "microsoft";
                /** @description The id of the mailbox at the provider; `null` until it is known. */
                subject: string | null;
                /** @description The scopes that the provider has granted. */
                scopes: string[];
                /**
                 * @description `connected`, or `revoked` after the provider has refused the refresh token.
                 * @enum {string}
                 */
                status: "connected" | "revoked";
                /** Format: date-time */
                connected_at: string;
                /** @description The last refresh of the access token. */
                refreshed_at: string | null;
            } | null;
            /**
             * @description `active`, `paused` by a user, `error` after three failed connections in a row or a revoked consent, or `suspended` by the operator.
             * @enum {string}
             */
            status: "active" | "paused" | "error" | "suspended";
            /** @description The reason of the status; `oauth_revoked` if only a new consent ends the error. */
            status_reason: string | null;
            /** @description From 0 to 100; 100 with fewer than 20 emails in 14 days. */
            health_score: number;
            /** @description Emails per day in the time zone of the account. */
            daily_limit: number;
            /** @description Emails of this day in the time zone of the account. */
            sent_today: number;
            /** @description Shortest pause between two emails. */
            min_gap_seconds: number;
            /** @description Longest random pause between two emails. */
            max_gap_seconds: number;
            /** @description Allows `start` emails on day 1 and `increment` more on each further day, at most `ceiling`. */
            warmup: {
                enabled: boolean;
                day: number;
                start: number;
                increment: number;
                ceiling: number;
            };
            /** @description IANA time zone name, such as Europe/Berlin; UTC by default. */
            time_zone: string | null;
            /** @description Address for replies; the sender address by default. */
            reply_to: string | null;
            /** @description Text for templates: `{{ sender.signature }}`. */
            signature: string | null;
            /** @description Tracking domain of the links; without it the verified domain that shares the domain of the address, else the default one. */
            tracking_domain_id: string | null;
            /** @description Result of the last DNS check of the domain. */
            auth: components["schemas"]["DomainAuthentication"];
            /** @description The error of the last connection; `null` after a success. */
            last_error: string | null;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Time of the last change.
             */
            updated_at: string;
        };
        SendingAccountCreate: {
            /**
             * Format: email
             * @description Sender address, normalised to lower case. A workspace has one account per address.
             */
            email: string;
            /** @description The server that sends. */
            smtp?: components["schemas"]["MailServerCreate"];
            /** @description Sender name. */
            from_name?: string | null;
            /**
             * @description Provider of the mailbox.
             * @enum {string|null}
             */
            provider?: "smtp" | "google" | "microsoft" | "ses" | null;
            /** @description The server with the replies; `null` without one. */
            imap?: components["schemas"]["MailServerUpdate"] | null;
            /** @description Emails per day in the time zone of the account. */
            daily_limit?: number | null;
            /** @description Shortest pause between two emails. */
            min_gap_seconds?: number | null;
            /** @description Longest random pause between two emails. */
            max_gap_seconds?: number | null;
            /** @description Allows `start` emails on day 1 and `increment` more on each further day, at most `ceiling`. */
            warmup?: components["schemas"]["WarmupUpdate"];
            /** @description IANA time zone name, such as Europe/Berlin; UTC by default. */
            time_zone?: string | null;
            /**
             * Format: email
             * @description Address for replies; the sender address by default.
             */
            reply_to?: string | null;
            /** @description Tracking domain of the links; without it the verified domain that shares the domain of the address, else the default one. */
            tracking_domain_id?: string | null;
            /** @description Text for templates: `{{ sender.signature }}`. */
            signature?: string | null;
            /** @description Tokens of a client with a consent of its own, in place of passwords; `null` removes them. */
            oauth?: components["schemas"]["OAuthTokens"] | null;
        };
        MailServerCreate: {
            /** @description Name or address of the server. Private and special addresses are refused. */
            host: string;
            /** @description By default 587, 465 or 25 for SMTP and 143 or 993 for IMAP, by `security`. */
            port?: number | null;
            /**
             * @description `starttls`, `tls` or `none`; by default `starttls` for SMTP and `tls` for IMAP.
             * @enum {string|null}
             */
            security?: "none" | "starttls" | "tls" | null;
            /** @description User name for the log-in; the sender address by default. */
            username?: string | null;
            /** @description Stored encrypted. Responses never contain it. Servers without authentication need none. */
            password?: string | null;
        };
        MailServerUpdate: {
            /** @description Name or address of the server. Private and special addresses are refused. */
            host?: string;
            /** @description By default 587, 465 or 25 for SMTP and 143 or 993 for IMAP, by `security`. */
            port?: number | null;
            /**
             * @description `starttls`, `tls` or `none`; by default `starttls` for SMTP and `tls` for IMAP.
             * @enum {string|null}
             */
            security?: "none" | "starttls" | "tls" | null;
            /** @description User name for the log-in; the sender address by default. */
            username?: string | null;
            /** @description Stored encrypted. Responses never contain it. Servers without authentication need none. */
            password?: string | null;
        };
        WarmupUpdate: {
            /** @description A warm-up that is enabled again starts at day 1. */
            enabled?: boolean | null;
            /** @description Emails on day 1; 5 by default. */
            start?: number | null;
            /** @description Emails that each further day adds; 5 by default. */
            increment?: number | null;
            /** @description Most emails of a day; 50 by default. */
            ceiling?: number | null;
        };
        OAuthTokens: {
            /**
             * @description Equal to `provider` of the account.
             * @enum {string}
             */
            provider: "google" | "microsoft";
            refresh_token: string;
        };
        SendingAccountUpdate: {
            /**
             * Format: email
             * @description Sender address, normalised to lower case. A workspace has one account per address.
             */
            email?: string;
            /** @description The server that sends. */
            smtp?: components["schemas"]["MailServerUpdate"];
            /** @description Sender name. */
            from_name?: string | null;
            /**
             * @description Provider of the mailbox.
             * @enum {string|null}
             */
            provider?: "smtp" | "google" | "microsoft" | "ses" | null;
            /** @description The server with the replies; `null` without one. */
            imap?: components["schemas"]["MailServerUpdate"] | null;
            /** @description Emails per day in the time zone of the account. */
            daily_limit?: number | null;
            /** @description Shortest pause between two emails. */
            min_gap_seconds?: number | null;
            /** @description Longest random pause between two emails. */
            max_gap_seconds?: number | null;
            /** @description Allows `start` emails on day 1 and `increment` more on each further day, at most `ceiling`. */
            warmup?: components["schemas"]["WarmupUpdate"];
            /** @description IANA time zone name, such as Europe/Berlin; UTC by default. */
            time_zone?: string | null;
            /**
             * Format: email
             * @description Address for replies; the sender address by default.
             */
            reply_to?: string | null;
            /** @description Tracking domain of the links; without it the verified domain that shares the domain of the address, else the default one. */
            tracking_domain_id?: string | null;
            /** @description Text for templates: `{{ sender.signature }}`. */
            signature?: string | null;
            /** @description Tokens of a client with a consent of its own, in place of passwords; `null` removes them. */
            oauth?: components["schemas"]["OAuthTokens"] | null;
        };
        SendingAccountTest: {
            /** @description `true` if every server accepted the log-in. */
            success: boolean;
            /** @description The first error, or `null`. */
            error: string | null;
            smtp: components["schemas"]["MailServerTest"];
            imap: components["schemas"]["MailServerTest"] | null;
        };
        MailServerTest: {
            success: boolean;
            /** @description Duration in ms. */
            latency_ms: number;
            /** @description The reason of a failure, or `null`. */
            error: string | null;
        };
        SendingAccountHealth: {
            health_score: number;
            /** @enum {string} */
            status: "active" | "paused" | "error" | "suspended";
            /** @description Emails of the last 14 days. */
            sent_14d: number;
            /** @description Of these, emails that were refused for good. */
            hard_bounced_14d: number;
            /** @description Of these, emails that were reported as spam. */
            complaints_14d: number;
            /** @description The deductions from 100. */
            factors: components["schemas"]["SendingAccountHealthFactor"][];
            /** @description Result of the last DNS check of the domain. */
            auth: components["schemas"]["DomainAuthentication"];
        };
        SendingAccountHealthFactor: {
            /**
             * @description `hard_bounce_rate`, `complaint_rate`, `domain_auth`, `connection_errors` or `blocklist`.
             * @enum {string}
             */
            factor: "hard_bounce_rate" | "complaint_rate" | "domain_auth" | "connection_errors" | "blocklist";
            /** @description The observed value. */
            observed: number;
            /** @description The value at which the deduction reaches its maximum. */
            threshold: number;
            /** @description Points that the factor deducts. */
            penalty: number;
        };
        TrackingDomainPage: {
            data: components["schemas"]["TrackingDomain"][];
            meta: components["schemas"]["PageMeta"];
        };
        TrackingDomain: {
            /** @description Id of the resource. */
            id: string;
            /** @description Host of the links, normalised to lower case. */
            domain: string;
            /**
             * @description `pending` until the first successful check, `verified`, or `failed` after two failed checks in a row. Links use a `verified` domain only.
             * @enum {string}
             */
            status: "pending" | "verified" | "failed";
            /** @description The name to which the CNAME record of the domain must point; `null` if the operator has set none. */
            cname_target: string | null;
            /** @description `true` for the domain of the accounts that name none and share the domain of none. */
            is_default: boolean;
            /** @description Time of the last check; `null` before the first. */
            last_checked_at: string | null;
            /** @description Why the last check failed, or `null`. */
            error: string | null;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            created_at: string;
        };
        TrackingDomainCreate: {
            /** @description Host of the links, normalised to lower case. */
            domain: string;
        };
        TrackingDomainUpdate: {
            /** @description `true` for the domain of the accounts that name none and share the domain of none. */
            is_default?: boolean | null;
        };
        OAuthStart: {
            /**
             * @description The provider of the mailbox.
             * @enum {string}
             */
            provider: "google" | "microsoft";
            /** @description Fields of the account, if the mailbox has none yet. */
            account?: components["schemas"]["OAuthAccountCreate"];
            /**
             * Format: uri
             * @description Where the browser goes after the consent, with `account_id` or `error` added. Its origin is one of `CORS_ORIGINS`, or that of `PUBLIC_BASE_URL`.
             */
            return_url?: string | null;
        };
        OAuthAccountCreate: {
            /** @description Sender name. */
            from_name?: string | null;
            /** @description Emails per day in the time zone of the account. */
            daily_limit?: number | null;
            /** @description Shortest pause between two emails. */
            min_gap_seconds?: number | null;
            /** @description Longest random pause between two emails. */
            max_gap_seconds?: number | null;
            /** @description Allows `start` emails on day 1 and `increment` more on each further day, at most `ceiling`. */
            warmup?: components["schemas"]["WarmupUpdate"];
            /** @description IANA time zone name, such as Europe/Berlin; UTC by default. */
            time_zone?: string | null;
            /**
             * Format: email
             * @description Address for replies; the sender address by default.
             */
            reply_to?: string | null;
            /** @description Tracking domain of the links; without it the verified domain that shares the domain of the address, else the default one. */
            tracking_domain_id?: string | null;
            /** @description Text for templates: `{{ sender.signature }}`. */
            signature?: string | null;
        };
        OAuthStarted: {
            /** @description The page of the provider that asks the owner of the mailbox. */
            authorization_url: string;
            /**
             * Format: date-time
             * @description Until then the consent can be given, once.
             */
            expires_at: string;
        };
        OAuthReconnect: {
            /**
             * Format: uri
             * @description Where the browser goes after the consent, with `account_id` or `error` added. Its origin is one of `CORS_ORIGINS`, or that of `PUBLIC_BASE_URL`.
             */
            return_url?: string | null;
        };
        StepSelection: {
            /** @description Id of the contact. */
            contact_id: string;
            /** @description Number of the step. */
            step_number: number;
            /** @description Id of the variant; by default the one that the contact would receive. */
            variant_id?: string | null;
        };
        StepPreview: {
            subject: string;
            /** @description `null` if the step has no HTML. */
            body_html: string | null;
            /** @description The text, or the text of the HTML. */
            body_text: string;
        };
        TestEmail: {
            /** @description Id of the contact. */
            contact_id: string;
            /** @description Number of the step. */
            step_number: number;
            /** @description Id of the variant; by default the one that the contact would receive. */
            variant_id?: string | null;
            /** @description Id of the sending account. */
            sending_account_id: string;
            /**
             * Format: email
             * @description Address that receives the email.
             */
            to: string;
        };
        TestEmailResult: {
            /** @description `true` if the mail server accepted the email. */
            success: boolean;
            /** @description The reason of a failure. */
            error: string | null;
            /** @description Message-ID of the email. */
            message_id: string | null;
        };
        CampaignPage: {
            data: components["schemas"]["Campaign"][];
            meta: components["schemas"]["PageMeta"];
        };
        Campaign: {
            /** @description Id of the resource. */
            id: string;
            /** @description Id of the workspace that the resource belongs to. */
            workspace_id: string;
            /** @description Name. */
            name: string;
            status: components["schemas"]["CampaignStatus"];
            /** @description Fixed after the launch. */
            campaign_type: components["schemas"]["CampaignType"];
            /** @description The platform that sends. Fixed after the launch. */
            platform: components["schemas"]["Platform"];
            /** @description Id of the sequence. Fixed after the launch. */
            sequence_id: string;
            /** @description Ids of the sending accounts, at least one. */
            sending_account_ids: string[];
            /** @description Accounts below this health score, from 0 to 100, do not send. */
            min_health_score: number;
            /** @description Emails per UTC day. */
            daily_send_limit: number;
            /** @description First emails to contacts per UTC day; 0 for no limit. */
            max_new_leads_per_day: number;
            /** @description `true` for random gaps between emails, `false` for the minimum gap of the account. */
            smart_time_gaps: boolean;
            /**
             * @description `prefer` if a new lead whose `mail_provider` is google or microsoft takes an account of that provider while one has room, `off` for any account.
             * @enum {string}
             */
            provider_matching: "off" | "prefer";
            /** @description First hour of the day, in the time zone of the contact. */
            send_window_start: number;
            /** @description Hour at which the window ends, later than `send_window_start`. */
            send_window_end: number;
            /** @description Days of the week: 1 is Monday, 7 is Sunday. */
            send_days: number[];
            open_tracking_enabled: boolean;
            link_tracking_enabled: boolean;
            /** @description `true` if the reply of a contact ends its enrollment. */
            stop_on_reply: boolean;
            /** @description `true` if a reply also ends the enrollments of contacts at the same domain. */
            stop_on_domain_reply: boolean;
            /** @description `true` if an unsubscription ends the enrollment. */
            stop_on_unsubscribe: boolean;
            /** @description `true` to send to addresses with the status `risky` or `catch_all`. */
            allow_risky_contacts: boolean;
            /** @description `true` to enroll contacts that match the filter after the launch too. */
            auto_enroll: boolean;
            /** @description The contacts that are enrolled: they match every list that is not empty. */
            contact_filter: {
                segment_ids: string[];
                icp_tier: ("A" | "B" | "C" | "D")[];
                grade: ("A" | "B" | "C" | "D" | "F")[];
            };
            /** @description Counters and rates of the whole campaign. */
            metrics: components["schemas"]["CampaignCounters"];
            /** @description Reason of the last pause. */
            pause_reason: string | null;
            /** @description `user`, or `system` for an automatic pause. */
            paused_by: ("user" | "system") | null;
            paused_at: string | null;
            completed_at: string | null;
            archived_at: string | null;
            /** @description Number of enrollments by status. */
            enrollment_counts: components["schemas"]["EnrollmentCounts"];
            /** @description Id of the client of an agency; `null` outside an agency. */
            client_id: string | null;
            /** @description Time of the launch. */
            started_at: string | null;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Time of the last change.
             */
            updated_at: string;
        };
        CampaignCreate: {
            /** @description Name. */
            name: string;
            /** @description Fixed after the launch. */
            campaign_type: components["schemas"]["CampaignType"];
            /** @description Id of the sequence. Fixed after the launch. */
            sequence_id: string;
            /** @description Ids of the sending accounts, at least one. */
            sending_account_ids: string[];
            /**
             * @description The platform that sends. Fixed after the launch.
             * @enum {string|null}
             */
            platform?: "native" | "platform_1" | "platform_2" | "platform_3" | "platform_4" | null;
            /** @description Accounts below this health score, from 0 to 100, do not send. */
            min_health_score?: number | null;
            /** @description Emails per UTC day. */
            daily_send_limit?: number | null;
            /** @description First emails to contacts per UTC day; 0 for no limit. */
            max_new_leads_per_day?: number | null;
            /** @description `true` for random gaps between emails, `false` for the minimum gap of the account. */
            smart_time_gaps?: boolean | null;
            /**
             * @description `prefer` if a new lead whose `mail_provider` is google or microsoft takes an account of that provider while one has room, `off` for any account.
             * @enum {string|null}
             */
            provider_matching?: "off" | "prefer" | null;
            /** @description First hour of the day, in the time zone of the contact. */
            send_window_start?: number | null;
            /** @description Hour at which the window ends, later than `send_window_start`. */
            send_window_end?: number | null;
            /** @description Days of the week: 1 is Monday, 7 is Sunday. */
            send_days?: number[];
            open_tracking_enabled?: boolean | null;
            link_tracking_enabled?: boolean | null;
            /** @description `true` if the reply of a contact ends its enrollment. */
            stop_on_reply?: boolean | null;
            /** @description `true` if a reply also ends the enrollments of contacts at the same domain. */
            stop_on_domain_reply?: boolean | null;
            /** @description `true` if an unsubscription ends the enrollment. */
            stop_on_unsubscribe?: boolean | null;
            /** @description `true` to send to addresses with the status `risky` or `catch_all`. */
            allow_risky_contacts?: boolean | null;
            /** @description `true` to enroll contacts that match the filter after the launch too. */
            auto_enroll?: boolean | null;
            /** @description The contacts that are enrolled: they match every list that is not empty. */
            contact_filter?: {
                /** @default [] */
                segment_ids?: string[];
                /** @default [] */
                icp_tier?: ("A" | "B" | "C" | "D")[];
                /** @default [] */
                grade?: ("A" | "B" | "C" | "D" | "F")[];
            };
            /** @description Id of the client of an agency; `null` outside an agency. */
            client_id?: string | null;
        };
        CampaignUpdate: {
            /** @description Name. */
            name?: string;
            /** @description Fixed after the launch. */
            campaign_type?: components["schemas"]["CampaignType"];
            /** @description Id of the sequence. Fixed after the launch. */
            sequence_id?: string;
            /** @description Ids of the sending accounts, at least one. */
            sending_account_ids?: string[];
            /**
             * @description The platform that sends. Fixed after the launch.
             * @enum {string|null}
             */
            platform?: "native" | "platform_1" | "platform_2" | "platform_3" | "platform_4" | null;
            /** @description Accounts below this health score, from 0 to 100, do not send. */
            min_health_score?: number | null;
            /** @description Emails per UTC day. */
            daily_send_limit?: number | null;
            /** @description First emails to contacts per UTC day; 0 for no limit. */
            max_new_leads_per_day?: number | null;
            /** @description `true` for random gaps between emails, `false` for the minimum gap of the account. */
            smart_time_gaps?: boolean | null;
            /**
             * @description `prefer` if a new lead whose `mail_provider` is google or microsoft takes an account of that provider while one has room, `off` for any account.
             * @enum {string|null}
             */
            provider_matching?: "off" | "prefer" | null;
            /** @description First hour of the day, in the time zone of the contact. */
            send_window_start?: number | null;
            /** @description Hour at which the window ends, later than `send_window_start`. */
            send_window_end?: number | null;
            /** @description Days of the week: 1 is Monday, 7 is Sunday. */
            send_days?: number[];
            open_tracking_enabled?: boolean | null;
            link_tracking_enabled?: boolean | null;
            /** @description `true` if the reply of a contact ends its enrollment. */
            stop_on_reply?: boolean | null;
            /** @description `true` if a reply also ends the enrollments of contacts at the same domain. */
            stop_on_domain_reply?: boolean | null;
            /** @description `true` if an unsubscription ends the enrollment. */
            stop_on_unsubscribe?: boolean | null;
            /** @description `true` to send to addresses with the status `risky` or `catch_all`. */
            allow_risky_contacts?: boolean | null;
            /** @description `true` to enroll contacts that match the filter after the launch too. */
            auto_enroll?: boolean | null;
            /** @description The contacts that are enrolled: they match every list that is not empty. */
            contact_filter?: {
                /** @default [] */
                segment_ids?: string[];
                /** @default [] */
                icp_tier?: ("A" | "B" | "C" | "D")[];
                /** @default [] */
                grade?: ("A" | "B" | "C" | "D" | "F")[];
            };
            /** @description Id of the client of an agency; `null` outside an agency. */
            client_id?: string | null;
        };
        CampaignClone: {
            /** @description Name. */
            name?: string | null;
        };
        CampaignPause: {
            reason?: string | null;
        };
        ResumedCampaign: components["schemas"]["Campaign"] & {
            /** @description Queued emails that keep their schedule. */
            requeued_sends: number;
            /** @description Queued emails that were more than 24 hours late. */
            dropped_sends: number;
        };
        GateResult: {
            /** @description `true` without blocking reasons. */
            passed: boolean;
            /** @description The broken rules that block a launch or resume. */
            blocking_reasons: components["schemas"]["GateReason"][];
            /** @description The rules that are nearly broken. */
            warnings: components["schemas"]["GateReason"][];
        };
        GateReason: {
            /** @description Name of the rule. */
            reason: components["schemas"]["GateReasonName"];
            message: string;
            /** @description Id of the sending account. */
            sending_account_id?: string;
            /** @description Path of the field to change. */
            field?: string;
            domain?: string;
            zone?: string;
            /** @description The value that breaks the rule. */
            observed?: number;
            /** @description The limit of the rule. */
            threshold?: number;
            /**
             * Format: date-time
             * @description Time after which the rule no longer blocks.
             */
            retry_at?: string;
        };
        SendingStatus: {
            /** @enum {string} */
            status: "campaign_draft" | "campaign_completed" | "bounce_protect" | "campaign_paused" | "no_accounts_available" | "all_accounts_unhealthy" | "waiting_for_contacts" | "out_of_schedule" | "account_daily_limit_met" | "daily_limit_met" | "new_lead_limit_met" | "follow_up_delay_not_met" | "healthy";
            message: string;
            next_send_at: string | null;
            details: {
                queued: number;
                planned_today: number;
                new_leads_today: number;
                daily_send_limit: number;
                max_new_leads_per_day: number;
                accounts: {
                    sending_account_id: string;
                    /** @enum {string} */
                    status: "active" | "paused" | "error" | "suspended";
                    health_score: number;
                    planned_today: number;
                    allowed_today: number;
                    next_free_at: string | null;
                }[];
            };
        };
        Audience: {
            /** @description Id of the campaign. */
            campaign_id: string;
            /** @description Contacts that match the filter and are not deleted. */
            matching: number;
            /** @description Matches that the launch would enroll. */
            accepted: number;
            /** @description Matches that the launch would not enroll, by the first reason that applies. */
            left_out: {
                already_enrolled: number;
                suppressed: number;
                invalid_address: number;
                /** @description `risky` and `catch_all`; 0 with `allow_risky_contacts`. */
                risky_address: number;
            };
            /** @description True if the numbers are extrapolated from a sample. */
            is_estimated: boolean;
        };
        Forecast: {
            /** @description Id of the campaign. */
            campaign_id: string;
            total_remaining: number;
            finish_date: string | null;
            binding_constraint: ("daily_send_limit" | "max_new_leads_per_day" | "account_daily_limit" | "send_window" | "follow_up_delay" | "no_accounts_available") | null;
            days: {
                /** Format: date */
                date: string;
                planned: number;
                by_account: {
                    sending_account_id: string;
                    planned: number;
                }[];
            }[];
        };
        AnalyticsSummary: components["schemas"]["WorkspaceAnalyticsSummary"] & {
            /** @description Id of the campaign. */
            campaign_id: string;
        };
        StepAnalytics: {
            /** @description Id of the campaign. */
            campaign_id: string;
            data: {
                step_id: string;
                step_number: number;
                subject: string | null;
                sent: number;
                delivered: number;
                opened: number;
                clicked: number;
                replied: number;
                bounced: number;
                unsubscribed: number;
                open_rate: number;
                reply_rate: number;
                bounce_rate: number;
                variants: {
                    variant_id: string;
                    /** @enum {string} */
                    label: "A" | "B" | "C" | "D" | "E" | "F";
                    weight: number;
                    sent: number;
                    delivered: number;
                    opened: number;
                    clicked: number;
                    replied: number;
                    bounced: number;
                    unsubscribed: number;
                    open_rate: number;
                    reply_rate: number;
                    bounce_rate: number;
                    /** @description Probability that the rate `winner.metric` of the variant is the highest; `null` for an inactive variant. */
                    probability_best: number | null;
                }[];
            }[];
        };
        ReplyIntents: {
            /** @description Id of the campaign. */
            campaign_id: string;
            total_replies: number;
            data: {
                intent: components["schemas"]["ReplyIntent"];
                count: number;
                share: number;
            }[];
        };
        BounceAnalytics: {
            /** @description Id of the campaign. */
            campaign_id: string;
            total_bounced: number;
            bounce_rate: number;
            data: {
                classification: components["schemas"]["BounceClass"];
                /** @enum {string} */
                type: "hard" | "soft" | "block";
                count: number;
                share: number;
                sample_codes: {
                    smtp_code: number | null;
                    enhanced_code: string | null;
                    count: number;
                    sample: string;
                }[];
            }[];
        };
        SendPage: {
            data: components["schemas"]["Send"][];
            meta: components["schemas"]["SendPageMeta"];
        };
        Send: {
            /** @description Id of the resource. */
            id: string;
            /** @description Id of the campaign. */
            campaign_id: string;
            /** @description Id of the enrollment. */
            enrollment_id: string;
            /** @description Id of the contact. */
            contact_id: string;
            contact_email: string | null;
            step_id: string;
            step_number: number;
            variant_id: string | null;
            /** @description Id of the sending account. */
            sending_account_id: string;
            from_email: string;
            subject: string | null;
            message_id: string | null;
            status: components["schemas"]["SendStatus"];
            scheduled_at: string | null;
            sent_at: string | null;
            delivered_at: string | null;
            opened_at: string | null;
            open_count: number;
            clicked_at: string | null;
            click_count: number;
            replied_at: string | null;
            bounced_at: string | null;
            attempts: number;
            smtp_code: number | null;
            enhanced_code: string | null;
            smtp_response: string | null;
            bounce_classification: components["schemas"]["BounceClass"] | null;
            error: string | null;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            created_at: string;
        };
        SendPageMeta: {
            next_cursor: string | null;
            has_more: boolean;
            /** @description Older emails may have expired; `null` while all emails are kept (`GET /retention/`). */
            retained_from: string | null;
        };
        CampaignAudit: {
            /** @description Id of the campaign. */
            campaign_id: string;
            balanced: boolean;
            planned: number;
            states: {
                [key: string]: number;
            };
            differences: {
                subject: string;
                expected: number;
                observed: number;
            }[];
        };
        ThreadPage: {
            data: components["schemas"]["Thread"][];
            meta: components["schemas"]["PageMeta"];
        };
        Thread: {
            /** @description Id of the resource. */
            id: string;
            /** @description Id of the workspace that the resource belongs to. */
            workspace_id: string;
            /** @description Id of the campaign. */
            campaign_id: string;
            /** @description Id of the enrollment. */
            enrollment_id: string;
            /** @description The contact, with its current address and names. */
            contact: {
                id: string;
                email: string;
                first_name: string | null;
                last_name: string | null;
            };
            /** @description Id of the sending account whose mailbox has the conversation. Answers are sent by it. */
            sending_account_id: string;
            /** @description Subject of the first message. */
            subject: string;
            /** @description What the last reply means. */
            intent: components["schemas"]["ReplyIntent"];
            /**
             * @description `auto` for a classified reply, `user` once corrected.
             * @enum {string}
             */
            intent_source: "auto" | "user";
            /**
             * @description A received message opens a closed thread.
             * @enum {string}
             */
            status: "open" | "closed";
            /** @description A received message sets it. */
            unread: boolean;
            /** @description The first characters of the last received message, without quoted text. */
            snippet: string;
            /** @description Number of messages in both directions. */
            message_count: number;
            /**
             * Format: date-time
             * @description Time of the last message.
             */
            last_message_at: string;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            created_at: string;
        };
        InboxSummary: {
            /** @description Number of unread threads. */
            unread: number;
            /** @description Number of open threads. */
            open: number;
            /** @description Number of closed threads. */
            closed: number;
            /** @description Number of open threads by intent; zeros included. */
            by_intent: {
                interested: number;
                meeting_requested: number;
                question: number;
                referral: number;
                not_now: number;
                not_interested: number;
                wrong_person: number;
                out_of_office: number;
                auto_reply: number;
                unsubscribe: number;
                unclassified: number;
            };
        };
        ThreadWithMessages: components["schemas"]["Thread"] & {
            /** @description The newest 200 messages, oldest first. */
            messages: components["schemas"]["ThreadMessage"][];
        };
        ThreadMessage: {
            /** @description Id of the resource. */
            id: string;
            /** @description Id of the thread. */
            thread_id: string;
            /**
             * @description `in` for a received message.
             * @enum {string}
             */
            direction: "in" | "out";
            /**
             * MailAddress
             * @description The sender, as the message names it.
             */
            from: {
                name: string | null;
                email: string;
            };
            /** @description Addresses in To. */
            to: string[];
            /** @description Addresses in Cc. */
            cc: string[];
            /** @description Subject. */
            subject: string;
            /** @description The text, at most 262,144 bytes. */
            body_text: string;
            /** @description The HTML, sanitised: nothing in it runs or loads from elsewhere. `data-src` has the address of a remote image. At most 262,144 bytes. */
            body_html: string | null;
            /** @description `true` if a body was longer, or is no longer stored. */
            truncated: boolean;
            /** @description Time of the arrival of a received message; `null` before an answer is sent. */
            sent_at: string | null;
            /** @description Message-ID without angle brackets. */
            message_id: string | null;
            /** @description Id of our email, or of the one that a received message answers. */
            send_id: string | null;
            /** @description What a received message means; `null` for our messages. */
            intent: components["schemas"]["ReplyIntent"] | null;
            /**
             * @description `received`, or the state of our message.
             * @enum {string}
             */
            status: "received" | "queued" | "sent" | "failed";
            /** @description Why our message failed, or `null`. */
            error: string | null;
            /** @description The attachments. The files are not stored. */
            attachments: {
                file_name: string | null;
                content_type: string;
                /** @description Bytes of the decoded file. */
                size: number;
            }[];
        };
        ThreadUpdate: {
            /** @enum {string|null} */
            status?: "open" | "closed" | null;
            unread?: boolean | null;
            /** @enum {string|null} */
            intent?: "interested" | "meeting_requested" | "question" | "referral" | "not_now" | "not_interested" | "wrong_person" | "out_of_office" | "auto_reply" | "unsubscribe" | "unclassified" | null;
        };
        ThreadReply: {
            /** @description The text of the answer. */
            body_text: string;
            /** @description The same answer as HTML. */
            body_html?: string | null;
            /** @description Addresses that get a copy. */
            cc?: string[];
            /**
             * @description Answers also a contact that has unsubscribed.
             * @default false
             */
            despite_unsubscribe?: boolean | null;
        };
        WorkspaceAnalyticsSummary: {
            /** @description Start of the period as requested. The numbers begin at this time, rounded down to a quarter of an hour. */
            from: string | null;
            /** @description End of the period as requested. The numbers end before this time, rounded up to a quarter of an hour. */
            to: string | null;
            /** @enum {string} */
            granularity: "hour" | "day" | "week";
            metrics: components["schemas"]["EmailMetrics"];
            funnel: components["schemas"]["EmailFunnel"];
            time_series: components["schemas"]["EmailsOfPeriod"][];
        };
        CampaignMetricsPage: {
            data: components["schemas"]["CampaignMetrics"][];
            meta: components["schemas"]["PageMeta"];
        };
        CampaignMetrics: {
            /** @description Id of the campaign. */
            campaign_id: string;
            name: string;
            status: components["schemas"]["CampaignStatus"];
            client_id: string | null;
            metrics: components["schemas"]["EmailMetrics"];
        };
        SendingAccountMetricsPage: {
            data: components["schemas"]["SendingAccountMetrics"][];
            meta: components["schemas"]["PageMeta"];
        };
        SendingAccountMetrics: {
            /** @description Id of the sending account. */
            sending_account_id: string;
            email: string;
            /** @enum {string} */
            status: "active" | "paused" | "error" | "suspended";
            /** @description 0 to 100. */
            health_score: number;
            daily_limit: number;
            /** @description Emails sent on the present day in the time zone of the account. */
            sent_today: number;
            metrics: components["schemas"]["EmailMetrics"];
        };
        StartedExport: {
            job_id: string;
            /** @enum {string} */
            status: "queued" | "processing" | "completed" | "failed" | "expired";
            poll_url: string;
        };
        Export: {
            /** @description Id of the resource. */
            id: string;
            /**
             * @description The kind of the exported records.
             * @enum {string}
             */
            type: "sends" | "contacts";
            /** @enum {string} */
            status: "queued" | "processing" | "completed" | "failed" | "expired";
            /** @enum {string} */
            format: "csv" | "jsonl";
            row_count: number | null;
            progress: number;
            download_url: string | null;
            expires_at: string | null;
            error: string | null;
        };
        ReportCreate: {
            /** @description Title of the page. */
            name: string;
            /** @description Only campaigns of this client, or `null`. */
            client_id?: string | null;
            /** @description Only these campaigns. Without them and without a client, the report has all campaigns. */
            campaign_ids?: string[];
            /**
             * Format: date-time
             * @description Start of the period, or `null`.
             */
            from?: string | null;
            /**
             * Format: date-time
             * @description End of the period, or `null`.
             */
            to?: string | null;
            /**
             * Format: date-time
             * @description The page is gone at this time, or `null` if never.
             */
            expires_at?: string | null;
        };
        Report: {
            /** @description Id of the resource. */
            id: string;
            /** @description Title of the page. */
            name: string;
            /** @description Address of the page. Whoever has it can read the page; delete the report to end that. */
            url: string;
            /** @description Only campaigns of this client, or `null`. */
            client_id: string | null;
            /** @description Only these campaigns. Without them and without a client, the report has all campaigns. */
            campaign_ids: string[];
            /** @description Start of the period, or `null`. */
            from: string | null;
            /** @description End of the period, or `null`. */
            to: string | null;
            /** @description The page is gone at this time, or `null` if never. */
            expires_at: string | null;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            created_at: string;
        };
        ReportPage: {
            data: components["schemas"]["Report"][];
            meta: components["schemas"]["PageMeta"];
        };
        Retention: {
            /** @description Days after which emails are deleted, 0 for never. The counters of campaigns stay. */
            sends_days: number;
            /** @description Days after which events of timelines are deleted, 0 for never. */
            timeline_days: number;
            /** @description Days after which the texts of messages of the inbox are deleted. */
            inbox_days: number;
        };
        EnrollContacts: {
            contact_ids: string[];
        };
        RemoveContacts: {
            contact_ids: string[];
            /** @default false */
            stop_pending_sends?: boolean | null;
        };
        RemoveContactsResult: {
            removed_count: number;
            canceled_sends: number;
            /** @description One result per item of the request, in its order. */
            results: {
                contact_id: string;
                /** @enum {string} */
                status: "removed" | "not_enrolled";
            }[];
        };
        ContactBulk: {
            /** @description Each has the fields of the operation that creates a contact. */
            contacts: unknown[];
            options?: {
                /**
                 * @default update
                 * @enum {string|null}
                 */
                dedup_behavior?: "update" | "skip" | "fill_empty" | null;
                /** @default true */
                trigger_scoring?: boolean | null;
                /**
                 * @description Enriches created and updated contacts afterwards.
                 * @default false
                 */
                trigger_enrichment?: boolean | null;
            };
        };
        ContactBulkResult: {
            /** @description Number of items. */
            total: number;
            /** @description Number of items created. */
            created: number;
            updated: number;
            unchanged: number;
            skipped: number;
            suppressed: number;
            conflicts: number;
            /** @description Number of invalid items. */
            failed: number;
            /** @description One result per item of the request, in its order. */
            results: {
                index: number;
                email: string | null;
                /** @enum {string} */
                status: "created" | "updated" | "unchanged" | "skipped" | "suppressed" | "conflict" | "failed";
                contact_id: string | null;
                error: {
                    code: string;
                    message: string;
                    field: string | null;
                } | null;
            }[];
        };
        ImportJob: {
            /** @description Id of the resource. */
            id: string;
            /** @description Id of the workspace that the resource belongs to. */
            workspace_id: string;
            /** @description Name of the uploaded file. */
            file_name: string;
            /** @description Id of the field mapping; `null` if columns map by name. */
            field_mapping_id: string | null;
            status: components["schemas"]["ImportStatus"];
            /** @description Number of data rows in the file. */
            total_rows: number;
            /** @description Number of rows processed so far. */
            processed_rows: number;
            created_count: number;
            updated_count: number;
            unchanged_count: number;
            /** @description Number of rows skipped, for example duplicates in the file. */
            skipped_count: number;
            /** @description Number of rows with a suppressed address. */
            suppressed_count: number;
            conflict_count: number;
            /** @description Number of invalid rows. */
            error_count: number;
            /** @description Fraction of the rows that are processed, from 0 to 1. */
            progress: number;
            /**
             * @description The treatment of existing contacts.
             * @enum {string}
             */
            dedup_behavior: "update" | "skip" | "fill_empty";
            default_tags: string[];
            started_at: string | null;
            finished_at: string | null;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            created_at: string;
            /** @description The reason for the status `failed`. */
            error: string | null;
        };
        ImportJobPage: {
            data: components["schemas"]["ImportJob"][];
            meta: components["schemas"]["PageMeta"];
        };
        ImportRowErrorPage: {
            data: components["schemas"]["ImportRowError"][];
            meta: components["schemas"]["PageMeta"];
        };
        ImportRowError: {
            /** @description Number of the data row, from 1. */
            row_number: number;
            /** @description The column of the invalid value. */
            column: string | null;
            /** @description The address of the row. */
            email: string | null;
            /** @description The kind of error. */
            code: string;
            /** @description The error in words. */
            message: string;
            /** @description The cells of the row, at most 4 KiB. */
            raw: string[];
            /** @description True if `raw` is incomplete. */
            raw_truncated: boolean;
        };
        VerificationCreate: {
            /** @description Ids of contacts. A contact that is deleted before its turn counts as unknown. */
            contact_ids?: string[];
            /** @description Id of a segment. */
            segment_id?: string | null;
            /** @description Id of an import: the contacts that it has created, changed or found so far. */
            import_id?: string | null;
        };
        VerificationJob: {
            /** @description Id of the resource. */
            id: string;
            /** @enum {string} */
            status: "queued" | "running" | "completed" | "canceled" | "failed";
            /** @description Number of contacts. That of a segment changes while the job runs. */
            total: number;
            /** @description Number of contacts processed so far. */
            processed: number;
            /** @description Number of processed contacts by result. */
            counts: {
                valid: number;
                risky: number;
                catch_all: number;
                invalid: number;
                /** @description Contacts without a result, for example after a failure of DNS or a deletion. */
                unknown: number;
            };
            /**
             * Format: date-time
             * @description Time of creation.
             */
            created_at: string;
            finished_at: string | null;
        };
        VerificationJobPage: {
            data: components["schemas"]["VerificationJob"][];
            meta: components["schemas"]["PageMeta"];
        };
        SuppressionPage: {
            data: components["schemas"]["Suppression"][];
            meta: components["schemas"]["PageMeta"];
        };
        Suppression: {
            /** @description Id of the resource. */
            id: string;
            /** @description Id of the workspace that the resource belongs to. */
            workspace_id: string;
            /**
             * @description `workspace`. The operator of the service adds global suppressions.
             * @enum {string}
             */
            scope: "workspace" | "global";
            /**
             * @description `email` or `domain`.
             * @enum {string}
             */
            type: "email" | "domain";
            /** @description The address or the domain; `sha256:` and a digest after the erasure of its contact. */
            value: string;
            /**
             * @description The reason for the suppression.
             * @enum {string}
             */
            reason: "manual" | "unsubscribed" | "do_not_contact" | "hard_bounce" | "gdpr_erasure" | "spam_complaint";
            /**
             * @description The origin of the suppression.
             * @enum {string}
             */
            source: "manual" | "api" | "campaign" | "operator";
            /** @description Id of the campaign. */
            campaign_id: string | null;
            /** @description Id of the contact. */
            contact_id: string | null;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            created_at: string;
            /** @description When a stronger reason replaced a weaker one; null before. */
            updated_at: string | null;
        };
        SuppressionCreate: {
            /**
             * @description `email` or `domain`.
             * @enum {string}
             */
            type: "email" | "domain";
            /** @description The address or the domain; `sha256:` and a digest after the erasure of its contact. */
            value: string;
            /**
             * @description `workspace`. The operator of the service adds global suppressions.
             * @enum {string|null}
             */
            scope?: "workspace" | null;
            /**
             * @description The reason for the suppression.
             * @default manual
             * @enum {string|null}
             */
            reason?: "manual" | "unsubscribed" | "do_not_contact" | "hard_bounce" | "gdpr_erasure" | "spam_complaint" | null;
        };
        SuppressionBulk: {
            suppressions: unknown[];
        };
        SuppressionBulkResult: {
            /** @description Number of items. */
            total: number;
            /** @description Number of items created. */
            created: number;
            existing: number;
            /** @description Number of invalid items. */
            failed: number;
            /** @description One result per item of the request, in its order. */
            results: {
                index: number;
                /** @enum {string} */
                status: "created" | "existing" | "failed";
                suppression_id: string | null;
                error: {
                    code: string;
                    message: string;
                    field: string | null;
                } | null;
            }[];
        };
        SuppressionCheckRequest: {
            emails: string[];
        };
        SuppressionCheckResult: {
            /** @description One result per item of the request, in its order. */
            results: {
                email: string;
                suppressed: boolean;
                scope: ("workspace" | "global") | null;
                type: ("email" | "domain") | null;
                reason: ("manual" | "unsubscribed" | "do_not_contact" | "hard_bounce" | "gdpr_erasure" | "spam_complaint") | null;
            }[];
        };
        ContactSearch: {
            /** @description The filters that contacts match. */
            filters?: components["schemas"]["Filter"][];
            /**
             * @description `AND` requires all filters, `OR` at least one.
             * @default AND
             * @enum {string|null}
             */
            filters_logic?: "AND" | "OR" | null;
            /** @description At most three sort fields. */
            sort?: {
                field: string;
                /**
                 * @default asc
                 * @enum {string|null}
                 */
                direction?: "asc" | "desc" | null;
            }[];
            /** @default 50 */
            page_size?: number | null;
            cursor?: string | null;
            /** @default false */
            include_deleted?: boolean | null;
        };
        Filter: {
            /** @description A contact field, `company.*`, `custom_fields.<name>`, `has_tag`, `in_segment`, `in_campaign` or `last_activity_at`. */
            field: string;
            /**
             * @description The operator.
             * @enum {string}
             */
            op: "eq" | "ne" | "gt" | "gte" | "lt" | "lte" | "in" | "not_in" | "contains" | "starts_with" | "ends_with" | "is_empty" | "is_not_empty";
            /** @description A value of the type of the field; a list for `in` and `not_in`; absent for `is_empty` and `is_not_empty`. */
            value?: unknown;
        };
        ContactExport: {
            /** @description The filters that contacts match. */
            filters?: components["schemas"]["Filter"][];
            /**
             * @description `AND` requires all filters, `OR` at least one.
             * @default AND
             * @enum {string|null}
             */
            filters_logic?: "AND" | "OR" | null;
            /**
             * @description Format of the file.
             * @default csv
             * @enum {string|null}
             */
            format?: "csv" | "jsonl" | null;
        };
        CustomFieldPage: {
            data: components["schemas"]["CustomField"][];
            meta: components["schemas"]["PageMeta"];
        };
        CustomField: {
            /** @description Id of the resource. */
            id: string;
            /** @description Id of the workspace that the resource belongs to. */
            workspace_id: string;
            /** @description The key in `custom_fields`: a letter, then letters, digits or underscores, at most 64 characters. */
            name: string;
            /** @description The label for people. */
            display_label: string | null;
            /**
             * @description The type of the values. It cannot be changed.
             * @enum {string}
             */
            field_type: "string" | "number" | "boolean" | "date" | "dropdown" | "multi_select";
            /** @description The allowed values of a dropdown or multi-select. */
            options: string[];
            /** @description The value in templates for contacts without a value. */
            fallback_value: string | number | boolean | string[] | null;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Time of the last change.
             */
            updated_at: string;
        };
        CustomFieldCreate: {
            /** @description The key in `custom_fields`: a letter, then letters, digits or underscores, at most 64 characters. */
            name: string;
            /** @description The label for people. */
            display_label?: string | null;
            /**
             * @description The type of the values. It cannot be changed.
             * @enum {string}
             */
            field_type: "string" | "number" | "boolean" | "date" | "dropdown" | "multi_select";
            /** @description The allowed values of a dropdown or multi-select. */
            options?: string[];
            /** @description The value in templates for contacts without a value. */
            fallback_value?: string | number | boolean | string[] | null;
        };
        CustomFieldUpdate: {
            /** @description The key in `custom_fields`: a letter, then letters, digits or underscores, at most 64 characters. */
            name?: string;
            /** @description The label for people. */
            display_label?: string | null;
            /** @description The type of the values. It cannot be changed. */
            field_type?: string;
            /** @description The allowed values of a dropdown or multi-select. */
            options?: string[];
            /** @description The value in templates for contacts without a value. */
            fallback_value?: string | number | boolean | string[] | null;
        };
        SegmentPage: {
            data: components["schemas"]["Segment"][];
            meta: components["schemas"]["PageMeta"];
        };
        Segment: {
            /** @description Id of the resource. */
            id: string;
            /** @description Id of the workspace that the resource belongs to. */
            workspace_id: string;
            /** @description Name. */
            name: string;
            description: string | null;
            /**
             * @description `dynamic` for filters, `static` for a list of contacts.
             * @enum {string}
             */
            segment_type: "dynamic" | "static";
            /** @description The filters that contacts match. */
            filters: components["schemas"]["StoredFilter"][];
            /**
             * @description `AND` requires all filters, `OR` at least one.
             * @enum {string}
             */
            filters_logic: "AND" | "OR";
            /** @description Number of contacts at `counted_at`. */
            contact_count: number;
            counted_at: string | null;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Time of the last change.
             */
            updated_at: string;
        };
        StoredFilter: {
            field: string;
            /** @enum {string} */
            op: "eq" | "ne" | "gt" | "gte" | "lt" | "lte" | "in" | "not_in" | "contains" | "starts_with" | "ends_with" | "is_empty" | "is_not_empty";
            value: unknown;
        };
        SegmentCreate: {
            /** @description Name. */
            name: string;
            description?: string | null;
            /**
             * @description `dynamic` for filters, `static` for a list of contacts.
             * @enum {string|null}
             */
            segment_type?: "dynamic" | "static" | null;
            /** @description The filters that contacts match. */
            filters?: components["schemas"]["Filter"][];
            /**
             * @description `AND` requires all filters, `OR` at least one.
             * @enum {string|null}
             */
            filters_logic?: "AND" | "OR" | null;
            /** @description The contacts of a static segment. Responses do not contain them. */
            contact_ids?: string[];
        };
        SegmentUpdate: {
            /** @description Name. */
            name?: string;
            description?: string | null;
            /**
             * @description `dynamic` for filters, `static` for a list of contacts.
             * @enum {string|null}
             */
            segment_type?: "dynamic" | "static" | null;
            /** @description The filters that contacts match. */
            filters?: components["schemas"]["Filter"][];
            /**
             * @description `AND` requires all filters, `OR` at least one.
             * @enum {string|null}
             */
            filters_logic?: "AND" | "OR" | null;
            /** @description The contacts of a static segment. Responses do not contain them. */
            contact_ids?: string[];
        };
        ClientPage: {
            data: components["schemas"]["Client"][];
            meta: components["schemas"]["PageMeta"];
        };
        Client: {
            /** @description Id of the resource. */
            id: string;
            /** @description Name. */
            name: string;
            /** @description Domain of the client. */
            domain: string | null;
            /**
             * @description `active` or `archived`.
             * @enum {string}
             */
            status: "active" | "archived";
            /**
             * Format: date-time
             * @description Time of creation.
             */
            created_at: string;
        };
        ClientCreate: {
            /** @description Name. */
            name: string;
            /** @description Domain of the client. */
            domain?: string | null;
            /**
             * @description `active` or `archived`.
             * @enum {string|null}
             */
            status?: "active" | "archived" | null;
        };
        ClientUpdate: {
            /** @description Name. */
            name?: string;
            /** @description Domain of the client. */
            domain?: string | null;
            /**
             * @description `active` or `archived`.
             * @enum {string|null}
             */
            status?: "active" | "archived" | null;
        };
        FieldMappingPage: {
            data: components["schemas"]["FieldMapping"][];
            meta: components["schemas"]["PageMeta"];
        };
        FieldMapping: {
            /** @description Id of the resource. */
            id: string;
            /** @description Name. */
            name: string;
            /** @description `true` if the first row contains column titles. */
            has_header: boolean;
            /** @description The separator of the columns; `null` detects it. */
            delimiter: ("," | ";" | "tab" | "|") | null;
            /** @description The mappings of columns to contact fields. */
            mappings: components["schemas"]["ColumnMapping"][];
            /** @description Tags for every imported contact. */
            default_tags: string[];
            /**
             * @description The treatment of existing contacts.
             * @enum {string}
             */
            dedup_behavior: "update" | "skip" | "fill_empty";
        };
        ColumnMapping: {
            source_column: string;
            target_field: string;
            /** @enum {string} */
            transform: "none" | "trim" | "lowercase" | "split_comma" | "date_iso";
        };
        FieldMappingCreate: {
            /** @description Name. */
            name: string;
            /** @description The mappings of columns to contact fields. */
            mappings: components["schemas"]["ColumnMappingInput"][];
            /** @description `true` if the first row contains column titles. */
            has_header?: boolean | null;
            /**
             * @description Detected in the file when `null`.
             * @enum {string|null}
             */
            delimiter?: "," | ";" | "tab" | "|" | null;
            /** @description Tags for every imported contact. */
            default_tags?: string[];
            /**
             * @description The treatment of existing contacts.
             * @enum {string|null}
             */
            dedup_behavior?: "update" | "skip" | "fill_empty" | null;
        };
        ColumnMappingInput: {
            /** @description Title of the column; in a file without a header its number, from 1. */
            source_column: string;
            /** @description A writable contact field, `company.*`, `custom_fields.<name>`, `tags`, or `ignore`. */
            target_field: string;
            /**
             * @default none
             * @enum {string|null}
             */
            transform?: "none" | "trim" | "lowercase" | "split_comma" | "date_iso" | null;
        };
        FieldMappingUpdate: {
            /** @description Name. */
            name?: string;
            /** @description The mappings of columns to contact fields. */
            mappings?: components["schemas"]["ColumnMappingInput"][];
            /** @description `true` if the first row contains column titles. */
            has_header?: boolean | null;
            /**
             * @description Detected in the file when `null`.
             * @enum {string|null}
             */
            delimiter?: "," | ";" | "tab" | "|" | null;
            /** @description Tags for every imported contact. */
            default_tags?: string[];
            /**
             * @description The treatment of existing contacts.
             * @enum {string|null}
             */
            dedup_behavior?: "update" | "skip" | "fill_empty" | null;
        };
        FieldMappingPreview: {
            columns: string[];
            sample_rows: string[][];
            suggested_mapping: components["schemas"]["ColumnMapping"][];
            /**
             * @description The separator that the file was read with.
             * @enum {string}
             */
            delimiter: "," | ";" | "tab" | "|";
        };
        IcpProfile: {
            /** @description The rules that give points. */
            rules: components["schemas"]["IcpRule"][];
            /** @description The minimum fit score of each tier. */
            tier_thresholds: {
                A: number;
                B: number;
                C: number;
            };
        };
        IcpProfileInput: {
            /**
             * @description The rules that give points.
             * @default []
             */
            rules?: components["schemas"]["IcpRuleInput"][];
            /** @description The minimum fit score of each tier; A is at least B, and B is at least C. */
            tier_thresholds?: {
                /** @default 80 */
                A?: number | null;
                /** @default 60 */
                B?: number | null;
                /** @default 40 */
                C?: number | null;
            };
        };
        IcpRuleInput: {
            /** @description A contact field, `company.*`, `custom_fields.<name>`, `has_tag`, `in_segment`, `in_campaign` or `last_activity_at`. */
            field: string;
            /**
             * @description The operator.
             * @enum {string}
             */
            op: "eq" | "ne" | "gt" | "gte" | "lt" | "lte" | "in" | "not_in" | "contains" | "starts_with" | "ends_with" | "is_empty" | "is_not_empty";
            /** @description A value of the type of the field; a list for `in` and `not_in`; absent for `is_empty` and `is_not_empty`. */
            value?: unknown;
            /** @description Points for a match; may be negative. */
            points: number;
        };
        WebhookEndpointPage: {
            data: components["schemas"]["WebhookEndpoint"][];
            meta: components["schemas"]["PageMeta"];
        };
        WebhookEndpoint: {
            /** @description Id of the resource. */
            id: string;
            /** @description Id of the workspace that the resource belongs to. */
            workspace_id: string;
            /** @description Name. */
            name: string;
            /** @description The URL that receives the events. Private and special addresses are refused. */
            url: string;
            /** @description `false` pauses the endpoint; its events wait. */
            active: boolean;
            /** @description Event types, at least one. There are no wildcards. */
            event_subscriptions: components["schemas"]["EventTypeName"][];
            /** @description The first characters of the signing secret. */
            signing_secret_preview: string;
            /** @description Additional headers of every delivery, at most 20. */
            custom_headers: {
                [key: string]: string;
            };
            /**
             * @description `healthy`, `degraded` (over 10 % failures in the last hour), `failed` (only failures for over an hour) or `paused`.
             * @enum {string}
             */
            health_status: "healthy" | "degraded" | "failed" | "paused";
            /** @description Time of the last attempt. */
            last_delivery_at: string | null;
            /** @description Fraction of successful attempts in the last 24 hours; `null` without attempts. */
            delivery_success_rate_24h: number | null;
            total_deliveries_30d: number;
            failed_deliveries_30d: number;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Time of the last change.
             */
            updated_at: string;
        };
        WebhookEndpointCreate: {
            /** @description Name. */
            name: string;
            /**
             * Format: uri
             * @description The URL that receives the events. Private and special addresses are refused.
             */
            url: string;
            /** @description Event types, at least one. There are no wildcards. */
            event_subscriptions: components["schemas"]["EventTypeName"][];
            /** @description Additional headers of every delivery, at most 20. */
            custom_headers?: {
                [key: string]: string;
            };
        };
        CreatedWebhookEndpoint: components["schemas"]["WebhookEndpoint"] & {
            /** @description The secret that signs deliveries. It is not shown again. */
            signing_secret: string;
        };
        EventTypePage: {
            data: components["schemas"]["EventType"][];
            meta: components["schemas"]["PageMeta"];
        };
        EventType: {
            /** @description Name for `event_subscriptions`. */
            event_type: components["schemas"]["EventTypeName"];
            /** @description Group of the event type. */
            category: string;
            description: string;
            /** @description JSON Schema of `data`. */
            payload_schema: {
                [key: string]: unknown;
            };
        };
        WebhookEndpointUpdate: {
            /** @description Name. */
            name?: string;
            /**
             * Format: uri
             * @description The URL that receives the events. Private and special addresses are refused.
             */
            url?: string;
            /** @description Event types, at least one. There are no wildcards. */
            event_subscriptions?: components["schemas"]["EventTypeName"][];
            /** @description Additional headers of every delivery, at most 20. */
            custom_headers?: {
                [key: string]: string;
            };
            /** @description `false` pauses the endpoint; its events wait. */
            active?: boolean;
        };
        RotatedWebhookSecret: {
            /** @description Id of the resource. */
            id: string;
            /** @description The secret that signs deliveries. It is not shown again. */
            signing_secret: string;
            /** @description The first characters of the signing secret. */
            signing_secret_preview: string;
            /**
             * Format: date-time
             * @description From this time on, deliveries are signed with the new secret.
             */
            rotated_at: string;
        };
        WebhookTestRequest: {
            /** @description A type of GET /api/v1/webhooks/event-types/. */
            event_type: string;
        };
        WebhookTestOutcome: {
            /** @description `true` after a 2xx. */
            success: boolean;
            /** @description Status of the response; `null` without a response. */
            status_code: number | null;
            /** @description Duration of the exchange in milliseconds. */
            latency_ms: number;
            /** @description Cause of the failure; `null` after a 2xx. */
            error: string | null;
            /** @description Id of the synthetic event. */
            event_id: string;
            /** @description Id of the delivery in the log. */
            delivery_id: string;
        };
        WebhookDeliveryPage: {
            data: components["schemas"]["WebhookDelivery"][];
            meta: components["schemas"]["PageMeta"];
        };
        WebhookDelivery: {
            /** @description Id of the resource. */
            id: string;
            /** @description Id of the event, the same on retries and replays. */
            event_id: string;
            event_type: components["schemas"]["DeliveredEventTypeName"];
            /** @description End of the last attempt. */
            delivered_at: string | null;
            /**
             * @description `pending` before the first attempt ends, `success` after a 2xx, `failed` after a failed last attempt.
             * @enum {string}
             */
            status: "success" | "failed" | "pending";
            /** @description Status of the last response. */
            status_code: number | null;
            /** @description The first 2 KB of the last response. */
            response_body: string | null;
            latency_ms: number | null;
            /** @description Number of attempts after the first. */
            retry_count: number;
            /** @description Time of the next retry; `null` if there is none. */
            next_retry_at: string | null;
            /** @description Every attempt. */
            attempts: {
                /** Format: date-time */
                at: string;
                status_code: number | null;
                latency_ms: number;
                error: string | null;
            }[];
            error: string | null;
            /** @description `true` for test events. */
            is_test: boolean;
            /** @description `true` for a replayed event. */
            is_replay: boolean;
            /** @description Id of the replay. */
            replay_id: string | null;
        };
        WebhookDeliveryDetail: components["schemas"]["WebhookDelivery"] & {
            /** @description The request of the last attempt, as it was sent; `null` before the first attempt. */
            request: {
                url: string;
                /** @description Without the headers of the connection, and without `webhook-signature` once the secret was rotated. */
                headers: {
                    [key: string]: string;
                };
                /** @description The exact body. After an erasure it has no personal data. */
                body: string;
            } | null;
        };
        RetriedWebhookDelivery: {
            /** @description Id of the delivery in the log. */
            delivery_id: string;
            /**
             * @description `success` after a 2xx, else `failed`.
             * @enum {string}
             */
            status: "success" | "failed" | "pending";
            /** @description Status of the response; `null` without a response. */
            status_code: number | null;
            /** @description Duration of the exchange in milliseconds. */
            latency_ms: number;
            /** @description Cause of the failure; `null` after a 2xx. */
            error: string | null;
            /** @description Number of attempts after the first. */
            retry_count: number;
        };
        WebhookReplayRequest: {
            /** @description Event types, at least one. */
            event_types: components["schemas"]["EventTypeName"][];
            /**
             * Format: date-time
             * @description Time of the first events, inclusive.
             */
            from: string;
            /**
             * Format: date-time
             * @description End of the range, exclusive.
             */
            to: string;
        };
        StartedWebhookReplay: {
            /** @description Id of the replay. */
            replay_id: string;
            /**
             * @description `queued`, `running`, `completed` or `canceled`.
             * @enum {string}
             */
            status: "queued" | "running" | "completed" | "canceled";
            /** @description Number of events of the replay. */
            matched_events: number;
        };
        WebhookReplay: {
            /** @description Id of the resource. */
            id: string;
            /**
             * @description `queued`, `running`, `completed` or `canceled`.
             * @enum {string}
             */
            status: "queued" | "running" | "completed" | "canceled";
            /** @description Number of events of the replay. */
            matched_events: number;
            /** @description Events whose last attempt succeeded. */
            delivered: number;
            /** @description Events whose last attempt failed. */
            failed: number;
            /** @description Events that were not tried yet. */
            pending: number;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            created_at: string;
            /** @description End of the replay; `null` before it. */
            finished_at: string | null;
        };
        EventPage: {
            data: components["schemas"]["Event"][];
            meta: components["schemas"]["PageMeta"];
        };
        Event: {
            /** @description Id of the resource. */
            id: string;
            /** @description Event type. */
            type: components["schemas"]["EventTypeName"];
            /**
             * Format: date-time
             * @description Time of the event.
             */
            timestamp: string;
            /** @description Id of the workspace that the resource belongs to. */
            workspace_id: string;
            /** @description Version of the payload. */
            api_version: string;
            /** @description The payload; its schema is in GET /api/v1/webhooks/event-types/. */
            data: {
                [key: string]: unknown;
            };
            /** @description Running number in the workspace, or in the endpoint with `webhook_id`. */
            sequence: number;
        };
        PlatformResultsBody: {
            /** @description One result per item of the request, in its order. */
            results: ({
                id: string;
                send_id: string;
                /** Format: date-time */
                at?: string;
                /** @constant */
                type: "delivered";
            } | {
                id: string;
                send_id: string;
                /** Format: date-time */
                at?: string;
                /** @constant */
                type: "bounced";
                smtp_code?: number | null;
                enhanced_code?: string | null;
                classification?: components["schemas"]["BounceClass"] | null;
                /** @default  */
                text?: string;
            } | {
                id: string;
                send_id: string;
                /** Format: date-time */
                at?: string;
                /** @constant */
                type: "failed";
                /** @default  */
                text?: string;
            } | {
                id: string;
                send_id: string;
                /** Format: date-time */
                at?: string;
                /** @constant */
                type: "opened";
                /** @default false */
                is_machine?: boolean;
            } | {
                id: string;
                send_id: string;
                /** Format: date-time */
                at?: string;
                /** @constant */
                type: "clicked";
                /** @default  */
                url?: string;
                /** @default false */
                is_machine?: boolean;
            } | {
                id: string;
                send_id: string;
                /** Format: date-time */
                at?: string;
                /** @constant */
                type: "unsubscribed";
            } | {
                id: string;
                send_id: string;
                /** Format: date-time */
                at?: string;
                /** @constant */
                type: "complained";
            } | {
                id: string;
                send_id: string;
                /** Format: date-time */
                at?: string;
                /** @constant */
                type: "replied";
                /** @default  */
                text?: string;
                intent?: components["schemas"]["ReplyIntent"];
            })[];
        };
        PlatformResults: {
            /** @description One result per item of the request, in its order. */
            results: {
                id: string;
                /** @description Id of the email. */
                send_id: string;
                /**
                 * @description `recorded` now, or before (`duplicate`); report it again later (`retry`); the platform has no such email (`unknown_send`); the email ended without being sent (`ignored`).
                 * @enum {string}
                 */
                status: "recorded" | "duplicate" | "retry" | "unknown_send" | "ignored";
            }[];
        };
        JwkSet: {
            keys: ({
                kid: string;
                kty: string;
            } & {
                [key: string]: unknown;
            })[];
        };
        Health: {
            /** @constant */
            status: "ok";
        };
        Readiness: {
            /** @enum {string} */
            status: "ok" | "degraded";
            missing: string[];
        };
        WebhookEvent: {
            /** @description Id of the event. */
            id: string;
            type: components["schemas"]["EventTypeName"];
            /**
             * Format: date-time
             * @description Time of the change.
             */
            timestamp: string;
            workspace_id: string;
            /** @constant */
            api_version: "v1";
            /** @description The data of the event, by its type. */
            data: Record<string, never>;
            /**
             * @description Only on test events.
             * @constant
             */
            test?: true;
        };
        ContactDeletedEventData: components["schemas"]["Contact"] | {
            id: string;
            /** @constant */
            hard: true;
        };
        CampaignEventData: {
            id: string;
            workspace_id: string;
            name: string;
            status: components["schemas"]["CampaignStatus"];
            campaign_type: components["schemas"]["CampaignType"];
            platform: components["schemas"]["Platform"];
            sequence_id: string;
            sending_account_ids: string[];
            min_health_score: number;
            daily_send_limit: number;
            max_new_leads_per_day: number;
            smart_time_gaps: boolean;
            /** @enum {string} */
            provider_matching: "off" | "prefer";
            send_window_start: number;
            send_window_end: number;
            send_days: number[];
            open_tracking_enabled: boolean;
            link_tracking_enabled: boolean;
            stop_on_reply: boolean;
            stop_on_domain_reply: boolean;
            stop_on_unsubscribe: boolean;
            allow_risky_contacts: boolean;
            auto_enroll: boolean;
            contact_filter: {
                segment_ids: string[];
                icp_tier: string[];
                grade: string[];
            };
            metrics: components["schemas"]["CampaignCounters"];
            pause_reason: string | null;
            paused_by: ("user" | "system") | null;
            paused_at: string | null;
            completed_at: string | null;
            archived_at: string | null;
            enrollment_counts: components["schemas"]["EnrollmentCounts"];
            client_id: string | null;
            started_at: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        CampaignAutoPausedEventData: components["schemas"]["CampaignEventData"] & {
            /** @enum {string} */
            rule: "bounce_rate" | "complaint_rate" | "accounts_unhealthy" | "domain_auth";
            observed: number;
            threshold: number;
            sample: number;
            window_days: number;
        };
        EmailEventData: {
            id: string;
            campaign_id: string;
            enrollment_id: string;
            contact_id: string;
            contact_email: string;
            step_id: string;
            step_number: number;
            variant_id: string | null;
            sending_account_id: string;
            from_email: string;
            subject: string | null;
            message_id: string | null;
            status: components["schemas"]["SendStatus"];
            scheduled_at: string | null;
            sent_at: string | null;
            delivered_at: string | null;
            opened_at: string | null;
            open_count: number;
            clicked_at: string | null;
            click_count: number;
            replied_at: string | null;
            bounced_at: string | null;
            attempts: number;
            smtp_code: number | null;
            enhanced_code: string | null;
            smtp_response: string | null;
            bounce_classification: components["schemas"]["BounceClass"] | null;
            error: string | null;
            /** Format: date-time */
            created_at: string;
            contact: {
                id: string;
                email: string;
            };
            campaign: {
                id: string;
                name: string;
            };
        };
        EmailRepliedEventData: components["schemas"]["EmailEventData"] & {
            reply: {
                intent: components["schemas"]["ReplyIntent"];
                snippet: string;
            };
        };
        EmailBouncedEventData: components["schemas"]["EmailEventData"] & {
            bounce: {
                classification: components["schemas"]["BounceClass"];
                /** @enum {string} */
                type: "hard" | "soft" | "block";
                smtp_code: number | null;
            };
        };
        SequenceWinnerSelectedEventData: {
            sequence_id: string;
            step_id: string;
            step_number: number;
            variant_id: string;
            /** @enum {string} */
            label: "A" | "B" | "C" | "D" | "E" | "F";
            /** @enum {string} */
            selected_by: "auto" | "user";
            /** @enum {string} */
            metric: "reply_rate" | "open_rate" | "click_rate";
            probability_best: number | null;
            /** Format: date-time */
            decided_at: string;
        };
        InboxEventData: {
            thread: {
                id: string;
                workspace_id: string;
                campaign_id: string;
                enrollment_id: string;
                contact: {
                    id: string;
                    email: string;
                    first_name: string | null;
                    last_name: string | null;
                };
                sending_account_id: string;
                subject: string;
                intent: components["schemas"]["ReplyIntent"];
                /** @enum {string} */
                intent_source: "auto" | "user";
                /** @enum {string} */
                status: "open" | "closed";
                unread: boolean;
                message_count: number;
                /** Format: date-time */
                last_message_at: string;
                /** Format: date-time */
                created_at: string;
            };
            message: {
                id: string;
                thread_id: string;
                /** @enum {string} */
                direction: "in" | "out";
                /** MailAddress */
                from: {
                    name: string | null;
                    email: string;
                };
                to: string[];
                cc: string[];
                subject: string;
                truncated: boolean;
                sent_at: string | null;
                message_id: string | null;
                send_id: string | null;
                intent: components["schemas"]["ReplyIntent"] | null;
                /** @enum {string} */
                status: "received" | "queued" | "sent" | "failed";
                error: string | null;
                attachments: {
                    file_name: string | null;
                    content_type: string;
                    size: number;
                }[];
            };
        };
        WebhookEndpointDisabledEventData: {
            id: string;
            workspace_id: string;
            name: string;
            url: string;
            active: boolean;
            event_subscriptions: string[];
            signing_secret_preview: string;
            custom_headers: {
                [key: string]: string;
            };
            /** @enum {string} */
            health_status: "healthy" | "degraded" | "failed" | "paused";
            last_delivery_at: string | null;
            delivery_success_rate_24h: number | null;
            total_deliveries_30d: number;
            failed_deliveries_30d: number;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            /** @enum {string} */
            reason: "gone";
        };
        WebhookEndpointFailingEventData: {
            id: string;
            workspace_id: string;
            name: string;
            url: string;
            active: boolean;
            event_subscriptions: string[];
            signing_secret_preview: string;
            custom_headers: {
                [key: string]: string;
            };
            /** @enum {string} */
            health_status: "healthy" | "degraded" | "failed" | "paused";
            last_delivery_at: string | null;
            delivery_success_rate_24h: number | null;
            total_deliveries_30d: number;
            failed_deliveries_30d: number;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            /** Format: date-time */
            failing_since: string;
        };
        /** @enum {string} */
        Scope: "contacts:read" | "contacts:write" | "campaigns:read" | "campaigns:write" | "webhooks:read" | "webhooks:write" | "admin:keys" | "admin:gdpr";
        /** @enum {string} */
        EventTypeName: "contact.created" | "contact.updated" | "contact.deleted" | "contact.restored" | "contact.enriched" | "contact.verified" | "contact.scored" | "contact.suppressed" | "import.completed" | "campaign.created" | "campaign.launched" | "campaign.paused" | "campaign.resumed" | "campaign.auto_paused" | "campaign.completed" | "campaign.archived" | "campaign.deliverability_warning" | "email.sent" | "email.delivered" | "email.opened" | "email.clicked" | "email.replied" | "email.auto_replied" | "email.bounced" | "email.failed" | "email.unsubscribed" | "email.spam_complaint" | "sending_account.health_changed" | "sending_account.disconnected" | "sequence.winner_selected" | "tracking_domain.failed" | "inbox.message_received" | "inbox.message_sent" | "export.completed" | "webhook.endpoint_disabled" | "webhook.endpoint_failing";
        /** @enum {string} */
        DeliveredEventTypeName: "contact.created" | "contact.updated" | "contact.deleted" | "contact.restored" | "contact.enriched" | "contact.verified" | "contact.scored" | "contact.suppressed" | "import.completed" | "campaign.created" | "campaign.launched" | "campaign.paused" | "campaign.resumed" | "campaign.auto_paused" | "campaign.completed" | "campaign.archived" | "campaign.deliverability_warning" | "email.sent" | "email.delivered" | "email.opened" | "email.clicked" | "email.replied" | "email.auto_replied" | "email.bounced" | "email.failed" | "email.unsubscribed" | "email.spam_complaint" | "sending_account.health_changed" | "sending_account.disconnected" | "sequence.winner_selected" | "tracking_domain.failed" | "inbox.message_received" | "inbox.message_sent" | "export.completed" | "webhook.endpoint_disabled" | "webhook.endpoint_failing" | "webhook.test";
        /** @enum {string} */
        Seniority: "owner" | "founder" | "c_suite" | "partner" | "vp" | "head" | "director" | "manager" | "senior" | "entry" | "intern";
        /** @enum {string} */
        Department: "executive" | "product" | "engineering" | "design" | "education" | "finance" | "human_resources" | "information_technology" | "legal" | "marketing" | "medical" | "operations" | "sales" | "consulting" | "support" | "other";
        /** @enum {string} */
        VerificationStatus: "unverified" | "pending" | "valid" | "risky" | "catch_all" | "invalid";
        /** @enum {string} */
        ImportStatus: "queued" | "processing" | "completed" | "completed_with_errors" | "failed" | "canceled";
        /** @enum {string} */
        CampaignStatus: "draft" | "active" | "paused" | "completed" | "archived";
        /** @enum {string} */
        CampaignType: "cold_outreach" | "nurture" | "re_engagement" | "warmup";
        /** @enum {string} */
        Platform: "native" | "platform_1" | "platform_2" | "platform_3" | "platform_4";
        /** @enum {string} */
        GateReasonName: "no_active_sending_accounts" | "sending_account_unhealthy" | "sending_account_disconnected" | "spf_missing" | "dkim_missing" | "dmarc_missing" | "domain_blocklisted" | "bounce_rate_exceeded" | "complaint_rate_exceeded" | "warmup_incomplete" | "sequence_has_no_steps" | "template_error" | "empty_filter" | "send_window_invalid" | "platform_not_configured";
        /** @enum {string} */
        SendStatus: "queued" | "sending" | "sent" | "delivered" | "bounced" | "failed" | "canceled" | "dropped";
        /** @enum {string} */
        BounceClass: "invalid_mailbox" | "invalid_domain" | "mailbox_disabled" | "mailbox_full" | "spam_block" | "policy_block" | "auth_failure" | "rate_limited" | "content_rejected" | "message_too_large" | "network" | "unknown";
        /** @enum {string} */
        ReplyIntent: "interested" | "meeting_requested" | "question" | "referral" | "not_now" | "not_interested" | "wrong_person" | "out_of_office" | "auto_reply" | "unsubscribe" | "unclassified";
        /** @description The company of the contact. */
        Company: {
            id: string | null;
            name: string | null;
            domain: string | null;
            industry: string | null;
            employee_count: number | null;
            revenue_band: string | null;
        };
        /** @description Counters and rates of the whole campaign. */
        CampaignCounters: {
            total_sent: number;
            delivered: number;
            opened: number;
            clicked: number;
            replied: number;
            bounced: number;
            unsubscribed: number;
            spam_complaints: number;
            open_rate: number;
            reply_rate: number;
            bounce_rate: number;
        };
        /** @description Number of enrollments by status. */
        EnrollmentCounts: {
            pending: number;
            active: number;
            paused: number;
            completed: number;
            stopped: number;
        };
        EmailMetrics: {
            total_sent: number;
            delivered: number;
            opened: number;
            clicked: number;
            replied: number;
            bounced: number;
            unsubscribed: number;
            spam_complaints: number;
            open_rate: number;
            reply_rate: number;
            bounce_rate: number;
            unique_opened: number;
            unique_clicked: number;
            auto_replied: number;
            positive_replied: number;
            click_rate: number;
            unsubscribe_rate: number;
            spam_complaint_rate: number;
            delivery_rate: number;
        };
        EmailFunnel: {
            enrolled: number;
            contacted: number;
            opened: number;
            replied: number;
            positive: number;
            completed: number;
        };
        EmailsOfPeriod: {
            /** Format: date-time */
            period: string;
            sent: number;
            delivered: number;
            opened: number;
            clicked: number;
            replied: number;
            bounced: number;
            unsubscribed: number;
            spam_complaints: number;
        };
        MailServer: {
            host: string;
            port: number;
            /** @enum {string} */
            security: "none" | "starttls" | "tls";
            username: string | null;
        };
        /** @description Result of the last DNS check of the domain. */
        DomainAuthentication: {
            /** @enum {string} */
            spf: "pass" | "fail" | "unknown";
            /** @enum {string} */
            dkim: "pass" | "fail" | "unknown";
            /** @enum {string} */
            dmarc: "pass" | "fail" | "unknown";
            /** @enum {string} */
            mx: "pass" | "fail" | "unknown";
            checked_at: string | null;
        };
    };
    responses: {
        /** @description Success without a body */
        204: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description Answer */
        302: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description The input is not valid */
        400: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description No valid credential */
        401: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description A scope or a right is missing */
        403: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The resource does not exist in this workspace */
        404: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The request did not arrive in time */
        408: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The state of the resource does not allow the operation */
        409: {
            headers: {
                "Retry-After": components["headers"]["Retry-After"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body is too large */
        413: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body has the wrong media type */
        415: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description A rule forbids the operation */
        422: {
            headers: {
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description A rate limit is exceeded */
        429: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The path and the headers are too large */
        431: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Internal error */
        500: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description A backend is unavailable */
        503: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description A backend did not answer in time */
        504: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Success */
        "200TokenPair": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TokenPair"];
            };
        };
        /** @description The input is not valid */
        "400MalformedJson": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The state of the resource does not allow the operation */
        "409DuplicateUsernameDuplicateEmail": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description A rule forbids the operation */
        "422MailNotConfigured": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description A rule forbids the operation */
        "422OidcNotConfigured": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description A scope or a right is missing */
        "403ScopeBeyondCaller": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The resource does not exist in this workspace */
        "404Replayed": {
            headers: {
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description A scope or a right is missing */
        "403ScopeBeyondCallerRoleBeyondCaller": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description A scope or a right is missing */
        "403UsersOnly": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Success */
        "200NotificationSettings": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["NotificationSettings"];
            };
        };
        /** @description Success */
        "200ContactPage": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ContactPage"];
            };
        };
        /** @description Success */
        "200Contact": {
            headers: {
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Contact"];
            };
        };
        /** @description The state of the resource does not allow the operation */
        "409Deleted": {
            headers: {
                "Retry-After": components["headers"]["Retry-After"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Success */
        "200EnrollmentPage": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["EnrollmentPage"];
            };
        };
        /** @description Created */
        "201Sequence": {
            headers: {
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Sequence"];
            };
        };
        /** @description Success */
        "200Sequence": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Sequence"];
            };
        };
        /** @description Success */
        "200EnrollResult": {
            headers: {
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["EnrollResult"];
            };
        };
        /** @description A rule forbids the operation */
        "422AllSuppressed": {
            headers: {
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description A rule forbids the operation */
        "422ProviderNotConfigured": {
            headers: {
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Success */
        "200SendingAccount": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["SendingAccount"];
            };
        };
        /** @description The state of the resource does not allow the operation */
        "409AccountTransition": {
            headers: {
                "Retry-After": components["headers"]["Retry-After"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Success */
        "200OAuthStarted": {
            headers: {
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OAuthStarted"];
            };
        };
        /** @description A scope or a right is missing */
        "403OutsideAgency": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Created */
        "201Campaign": {
            headers: {
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Campaign"];
            };
        };
        /** @description Success */
        "200Campaign": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Campaign"];
            };
        };
        /** @description Success */
        "200Retention": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Retention"];
            };
        };
        /** @description The state of the resource does not allow the operation */
        "409Ended": {
            headers: {
                "Retry-After": components["headers"]["Retry-After"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The state of the resource does not allow the operation */
        "409EnrollmentTransitionEnded": {
            headers: {
                "Retry-After": components["headers"]["Retry-After"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Success */
        "200CustomField": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["CustomField"];
            };
        };
        /** @description Success */
        "200Segment": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Segment"];
            };
        };
        /** @description Success */
        "200Client": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Client"];
            };
        };
        /** @description Success */
        "200IcpProfile": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["IcpProfile"];
            };
        };
        /** @description The state of the resource does not allow the operation */
        "409EndpointPaused": {
            headers: {
                "Retry-After": components["headers"]["Retry-After"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: {
        /** @description A unique key of the operation. Repeating the request with it within 24 hours returns the first response and changes nothing. */
        IdempotencyKey: string;
        /** @description The error of the provider, in place of the code. */
        Error: string;
        /**
         * @description Number of items on a page.
         * @example 50
         */
        PageSize: number;
        /** @description `meta.next_cursor` of the previous page. */
        Cursor: string;
        /**
         * @description Id of the key.
         * @example key_01J9Z3K8Q4N5R6S7T8V9W0X1Y2
         */
        KeyId: string;
        /**
         * @description Id of the user.
         * @example usr_01J9Z3K8Q4N5R6S7T8V9W0X1Y2
         */
        UserId: string;
        /**
         * @description Id of the invitation.
         * @example inv_01J9Z3K8Q4N5R6S7T8V9W0X1Y2
         */
        InvitationId: string;
        /** @description Only resources created after this time. */
        CreatedAfter: string;
        /** @description Only resources updated after this time. */
        UpdatedAfter: string;
        /** @description `true` also returns soft-deleted contacts. */
        IncludeDeleted: boolean;
        /**
         * @description Id of the contact.
         * @example ct_01J9Z3K8Q4N5R6S7T8V9W0X1Y2
         */
        ContactId: string;
        /**
         * @description One or more of pending, active, paused, completed, stopped, separated by commas.
         * @example active,paused
         */
        Status: string;
        /**
         * @description Id of the sequence.
         * @example seq_01J9Z3K8Q4N5R6S7T8V9W0X1Y2
         */
        SequenceId: string;
        /**
         * @description Id of the account.
         * @example acc_01J9Z3NDEKTSV4RRFFQ69G5FA3
         */
        AccountId: string;
        /**
         * @description Id of the tracking domain.
         * @example trk_01J9Z3K8Q4N5R6S7T8V9W0X1Y2
         */
        DomainId: string;
        /**
         * @description Id of the campaign.
         * @example cmp_01J9Z3NDEKTSV4RRFFQ69G5FA1
         */
        CampaignId: string;
        /** @description Start of the period; by default the first event. It is rounded down to a quarter of an hour: 09:05 counts from 09:00. */
        From: string;
        /** @description End of the period, exclusive; now by default. It is rounded up to a quarter of an hour: 09:05 counts up to 09:15. */
        To: string;
        /**
         * @description Length of the periods of the time series.
         * @example day
         */
        Granularity: "hour" | "day" | "week";
        /** @description IANA name of the zone in which days and weeks begin. */
        TimeZone: string;
        /**
         * @description Id of the thread.
         * @example thr_01J9Z3NDEKTSV4RRFFQ69G5FB1
         */
        ThreadId: string;
        /**
         * @description Id of the export.
         * @example exp_01J9Z3K8Q4N5R6S7T8V9W0X1Y2
         */
        ExportId: string;
        /**
         * @description Id of the report.
         * @example rpt_01J9Z3K8Q4N5R6S7T8V9W0X1Y2
         */
        ReportId: string;
        /**
         * @description Id of the enrollment.
         * @example enr_01J9Z3K8Q4N5R6S7T8V9W0X1Y2
         */
        EnrollmentId: string;
        /**
         * @description Id of the import.
         * @example imp_01J9Z3K8Q4N5R6S7T8V9W0X1Y3
         */
        ImportId: string;
        /**
         * @description Id of the verification job.
         * @example ver_01J9Z3K8Q4N5R6S7T8V9W0X1Y2
         */
        VerificationId: string;
        /**
         * @description Id of the custom field.
         * @example cf_01J9Z3K8Q4N5R6S7T8V9W0X1Y2
         */
        CustomFieldId: string;
        /**
         * @description Id of the field mapping.
         * @example map_01J9Z3K8Q4N5R6S7T8V9W0X1Y2
         */
        FieldMappingId: string;
        /**
         * @description Id of the webhook.
         * @example whk_01J9Z3K8Q4N5R6S7T8V9W0X1Y2
         */
        WebhookId: string;
        /**
         * @description Id of the delivery.
         * @example dlv_01J9Z3K8Q4N5R6S7T8V9W0X1Y2
         */
        DeliveryId: string;
        /**
         * @description Id of the replay.
         * @example rpl_01J9Z3K8Q4N5R6S7T8V9W0X1Y2
         */
        ReplayId: string;
        /** @description Id of the event, the same on retries and replays. */
        "webhook-id": string;
        /** @description Unix time of the attempt, in seconds. */
        "webhook-timestamp": string;
        /** @description `v1,` and the Base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>`. */
        "webhook-signature": string;
        /** @description 1 for the first attempt of a delivery. */
        "webhook-attempt": string;
        /** @description Number of the event for this endpoint, from 1, without gaps; absent on tests. */
        "webhook-sequence": string;
    };
    requestBodies: never;
    headers: {
        /** @description Id of the request: the X-Request-Id that the client sent, or a new id if it sent none or a malformed one. */
        "X-Request-Id": string;
        /** @description Value of the limit that is closest to its end. */
        "X-RateLimit-Limit": number;
        /** @description Requests that this limit still allows. */
        "X-RateLimit-Remaining": number;
        /** @description Unix time in seconds at which quota of this limit becomes free. */
        "X-RateLimit-Reset": number;
        /** @description All limits of the request, as in the IETF draft: "credential";q=600;w=60. */
        "RateLimit-Policy": string;
        /** @description Requests that each of these limits still allows: "credential";r=599;t=60. */
        RateLimit: string;
        /** @description Seconds to wait before a retry. */
        "Retry-After": number;
        /** @description Present if the response repeats a stored one, for the same Idempotency-Key. */
        "Idempotent-Replayed": "true";
        /** @description The methods that the path supports. */
        Allow: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    createToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LogIn"];
            };
        };
        responses: {
            200: components["responses"]["200TokenPair"];
        };
    };
    refreshToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RefreshToken"];
            };
        };
        responses: {
            200: components["responses"]["200TokenPair"];
        };
    };
    revokeToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RefreshToken"];
            };
        };
        responses: {
            204: components["responses"]["204"];
        };
    };
    acceptInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InvitationAcceptance"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenPair"];
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
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasswordForgotten"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
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
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasswordReset"];
            };
        };
        responses: {
            204: components["responses"]["204"];
        };
    };
    startOidcLogIn: {
        parameters: {
            query?: {
                /** @description `true` ends the log-in in the console, with its session. */
                console?: "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    completeOidcLogIn: {
        parameters: {
            query?: {
                /**
                 * @description The state of the log-in, from its start.
                 * @example tCb1
                 */
                state?: string;
                /**
                 * @description The code of the provider.
                 * @example SplxlOBe
                 */
                code?: string;
                /** @description The error of the provider, in place of the code. */
                error?: components["parameters"]["Error"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["200TokenPair"];
        };
    };
    getRateLimitStatus: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitStatus"];
                };
            };
        };
    };
    listApiKeys: {
        parameters: {
            query?: {
                /**
                 * @description Number of items on a page.
                 * @example 50
                 */
                page_size?: components["parameters"]["PageSize"];
                /** @description `meta.next_cursor` of the previous page. */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description `true` also returns revoked keys.
                 * @example false
                 */
                include_revoked?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyPage"];
                };
            };
        };
    };
    createApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique key of the operation. Repeating the request with it within 24 hours returns the first response and changes nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApiKeyCreate"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedApiKey"];
                };
            };
        };
    };
    getApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the key.
                 * @example key_01J9Z3K8Q4N5R6S7T8V9W0X1Y2
                 */
                key_id: components["parameters"]["KeyId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
        };
    };
    deleteApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the key.
                 * @example key_01J9Z3K8Q4N5R6S7T8V9W0X1Y2
                 */
                key_id: components["parameters"]["KeyId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["204"];
        };
    };
    updateApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the key.
                 * @example key_01J9Z3K8Q4N5R6S7T8V9W0X1Y2
                 */
                key_id: components["parameters"]["KeyId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApiKeyUpdate"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
        };
    };
    rotateApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique key of the operation. Repeating the request with it within 24 hours returns the first response and changes nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Id of the key.
                 * @example key_01J9Z3K8Q4N5R6S7T8V9W0X1Y2
                 */
                key_id: components["parameters"]["KeyId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApiKeyRotate"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedApiKey"];
                };
            };
        };
    };
    listUsers: {
        parameters: {
            query?: {
                /**
                 * @description Number of items on a page.
                 * @example 50
                 */
                page_size?: components["parameters"]["PageSize"];
                /** @description `meta.next_cursor` of the previous page. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserPage"];
                };
            };
        };
    };
    createUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique key of the operation. Repeating the request with it within 24 hours returns the first response and changes nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserCreate"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
        };
    };
    getUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the user.
                 * @example usr_01J9Z3K8Q4N5R6S7T8V9W0X1Y2
                 */
                user_id: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
        };
    };
    deleteUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the user.
                 * @example usr_01J9Z3K8Q4N5R6S7T8V9W0X1Y2
                 */
                user_id: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["204"];
        };
    };
    updateUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the user.
                 * @example usr_01J9Z3K8Q4N5R6S7T8V9W0X1Y2
                 */
                user_id: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserUpdate"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
        };
    };
    createTotp: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique key of the operation. Repeating the request with it within 24 hours returns the first response and changes nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TotpSecret"];
                };
            };
        };
    };
    deleteTotp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TotpCode"];
            };
        };
        responses: {
            204: components["responses"]["204"];
        };
    };
    confirmTotp: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique key of the operation. Repeating the request with it within 24 hours returns the first response and changes nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TotpCode"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecoveryCodes"];
                };
            };
        };
    };
    resetTotp: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the user.
                 * @example usr_01J9Z3K8Q4N5R6S7T8V9W0X1Y2
                 */
                user_id: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["204"];
        };
    };
    listInvitations: {
        parameters: {
            query?: {
                /**
                 * @description Number of items on a page.
                 * @example 50
                 */
                page_size?: components["parameters"]["PageSize"];
                /** @description `meta.next_cursor` of the previous page. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvitationPage"];
                };
            };
        };
    };
    createInvitation: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique key of the operation. Repeating the request with it within 24 hours returns the first response and changes nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InvitationCreate"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invitation"];
                };
            };
        };
    };
    getInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the invitation.
                 * @example inv_01J9Z3K8Q4N5R6S7T8V9W0X1Y2
                 */
                invitation_id: components["parameters"]["InvitationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invitation"];
                };
            };
        };
    };
    deleteInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the invitation.
                 * @example inv_01J9Z3K8Q4N5R6S7T8V9W0X1Y2
                 */
                invitation_id: components["parameters"]["InvitationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["204"];
        };
    };
    getWorkspace: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Workspace"];
                };
            };
        };
    };
    listAuditEntries: {
        parameters: {
            query?: {
                /**
                 * @description Number of items on a page.
                 * @example 50
                 */
                page_size?: components["parameters"]["PageSize"];
                /** @description `meta.next_cursor` of the previous page. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditEntryPage"];
                };
            };
        };
    };
    getNotificationSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["200NotificationSettings"];
        };
    };
    setNotificationSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NotificationSettingsInput"];
            };
        };
        responses: {
            200: components["responses"]["200NotificationSettings"];
        };
    };
    listContacts: {
        parameters: {
            query?: {
                /**
                 * @description Number of items on a page.
                 * @example 50
                 */
                page_size?: components["parameters"]["PageSize"];
                /** @description `meta.next_cursor` of the previous page. */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description One or more of A, B, C, D, separated by commas.
                 * @example A,B
                 */
                icp_tier?: string;
                /** @description One or more of A, B, C, D, F, separated by commas. */
                grade?: string;
                /** @description A tag that the contacts have. Repeat the parameter for several tags. */
                tag?: string[];
                /** @description Id of a segment. */
                segment_id?: string;
                /**
                 * @description Every word must be the beginning of a word in email, names, title, company name or company domain.
                 * @example maria
                 */
                search?: string;
                /** @description Only resources created after this time. */
                created_after?: components["parameters"]["CreatedAfter"];
                /** @description Only resources updated after this time. */
                updated_after?: components["parameters"]["UpdatedAfter"];
                /**
                 * @description Sort order.
                 * @example created_desc
                 */
                sort?: "created_desc" | "created_asc" | "updated_desc" | "lead_score_desc";
                /** @description `true` also returns soft-deleted contacts. */
                include_deleted?: components["parameters"]["IncludeDeleted"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["200ContactPage"];
        };
    };
    createContact: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique key of the operation. Repeating the request with it within 24 hours returns the first response and changes nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ContactCreate"];
            };
        };
        responses: {
            200: components["responses"]["200Contact"];
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Contact"];
                };
            };
        };
    };
    getContact: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the contact.
                 * @example ct_01J9Z3K8Q4N5R6S7T8V9W0X1Y2
                 */
                contact_id: components["parameters"]["ContactId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScoredContact"];
                };
            };
        };
    };
    deleteContact: {
        parameters: {
            query?: {
                /** @description `true` deletes the contact and its personal data for good. */
                hard?: boolean;
            };
            header?: never;
            path: {
                /**
                 * @description Id of the contact.
                 * @example ct_01J9Z3K8Q4N5R6S7T8V9W0X1Y2
                 */
                contact_id: components["parameters"]["ContactId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ContactDelete"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedContact"] | components["schemas"]["ErasedContact"];
                };
            };
        };
    };
    updateContact: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the contact.
                 * @example ct_01J9Z3K8Q4N5R6S7T8V9W0X1Y2
                 */
                contact_id: components["parameters"]["ContactId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ContactUpdate"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Contact"];
                };
            };
        };
    };
    listRetentionLogs: {
        parameters: {
            query?: {
                /**
                 * @description Number of items on a page.
                 * @example 50
                 */
                page_size?: components["parameters"]["PageSize"];
                /** @description `meta.next_cursor` of the previous page. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RetentionLogPage"];
                };
            };
        };
    };
    getPersonalData: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the contact.
                 * @example ct_01J9Z3K8Q4N5R6S7T8V9W0X1Y2
                 */
                contact_id: components["parameters"]["ContactId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The personal data. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PersonalData"];
                };
            };
        };
    };
    restoreContact: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique key of the operation. Repeating the request with it within 24 hours returns the first response and changes nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Id of the contact.
                 * @example ct_01J9Z3K8Q4N5R6S7T8V9W0X1Y2
                 */
                contact_id: components["parameters"]["ContactId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["200Contact"];
        };
    };
    enrichContact: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique key of the operation. Repeating the request with it within 24 hours returns the first response and changes nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Id of the contact.
                 * @example ct_01J9Z3K8Q4N5R6S7T8V9W0X1Y2
                 */
                contact_id: components["parameters"]["ContactId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["200Contact"];
        };
    };
    verifyContact: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique key of the operation. Repeating the request with it within 24 hours returns the first response and changes nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Id of the contact.
                 * @example ct_01J9Z3K8Q4N5R6S7T8V9W0X1Y2
                 */
                contact_id: components["parameters"]["ContactId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Contact"];
                };
            };
        };
    };
    changeContactTags: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique key of the operation. Repeating the request with it within 24 hours returns the first response and changes nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Id of the contact.
                 * @example ct_01J9Z3K8Q4N5R6S7T8V9W0X1Y2
                 */
                contact_id: components["parameters"]["ContactId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ContactTags"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactTagsResult"];
                };
            };
        };
    };
    listContactEvents: {
        parameters: {
            query?: {
                /**
                 * @description One or more of email_sent, email_delivered, email_opened, email_clicked, email_replied, email_auto_replied, email_bounced, email_failed, email_unsubscribed, email_spam_complaint, email_answered, enrolled, enrollment_completed, enrollment_stopped, separated by commas.
                 * @example email_opened,email_replied
                 */
                event_type?: string;
                /**
                 * @description Number of items on a page.
                 * @example 50
                 */
                limit?: number;
                /** @description `meta.next_cursor` of the previous page. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                /**
                 * @description Id of the contact.
                 * @example ct_01J9Z3K8Q4N5R6S7T8V9W0X1Y2
                 */
                contact_id: components["parameters"]["ContactId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EngagementEventPage"];
                };
            };
        };
    };
    listContactEnrollments: {
        parameters: {
            query?: {
                /**
                 * @description One or more of pending, active, paused, completed, stopped, separated by commas.
                 * @example active,paused
                 */
                status?: components["parameters"]["Status"];
                /**
                 * @description Number of items on a page.
                 * @example 50
                 */
                page_size?: components["parameters"]["PageSize"];
                /** @description `meta.next_cursor` of the previous page. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                /**
                 * @description Id of the contact.
                 * @example ct_01J9Z3K8Q4N5R6S7T8V9W0X1Y2
                 */
                contact_id: components["parameters"]["ContactId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["200EnrollmentPage"];
        };
    };
    listSequences: {
        parameters: {
            query?: {
                /**
                 * @description Every word must be the beginning of a word in the name.
                 * @example intro
                 */
                search?: string;
                /**
                 * @description Number of items on a page.
                 * @example 50
                 */
                page_size?: components["parameters"]["PageSize"];
                /** @description `meta.next_cursor` of the previous page. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SequencePage"];
                };
            };
        };
    };
    createSequence: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique key of the operation. Repeating the request with it within 24 hours returns the first response and changes nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SequenceCreate"];
            };
        };
        responses: {
            201: components["responses"]["201Sequence"];
        };
    };
    getSequence: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the sequence.
                 * @example seq_01J9Z3K8Q4N5R6S7T8V9W0X1Y2
                 */
                sequence_id: components["parameters"]["SequenceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["200Sequence"];
        };
    };
    deleteSequence: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the sequence.
                 * @example seq_01J9Z3K8Q4N5R6S7T8V9W0X1Y2
                 */
                sequence_id: components["parameters"]["SequenceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["204"];
        };
    };
    updateSequence: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the sequence.
                 * @example seq_01J9Z3K8Q4N5R6S7T8V9W0X1Y2
                 */
                sequence_id: components["parameters"]["SequenceId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SequenceUpdate"];
            };
        };
        responses: {
            200: components["responses"]["200Sequence"];
        };
    };
    cloneSequence: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique key of the operation. Repeating the request with it within 24 hours returns the first response and changes nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Id of the sequence.
                 * @example seq_01J9Z3K8Q4N5R6S7T8V9W0X1Y2
                 */
                sequence_id: components["parameters"]["SequenceId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SequenceClone"];
            };
        };
        responses: {
            201: components["responses"]["201Sequence"];
        };
    };
    replaceSteps: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the sequence.
                 * @example seq_01J9Z3K8Q4N5R6S7T8V9W0X1Y2
                 */
                sequence_id: components["parameters"]["SequenceId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SequenceSteps"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Sequence"];
                };
            };
        };
    };
    selectWinner: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique key of the operation. Repeating the request with it within 24 hours returns the first response and changes nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Id of the sequence.
                 * @example seq_01J9Z3K8Q4N5R6S7T8V9W0X1Y2
                 */
                sequence_id: components["parameters"]["SequenceId"];
                /**
                 * @description Id of the step.
                 * @example stp_01J9Z3K8Q4N5R6S7T8V9W0X1Y1
                 */
                step_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WinnerSelection"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Sequence"];
                };
            };
        };
    };
    enrollInSequence: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique key of the operation. Repeating the request with it within 24 hours returns the first response and changes nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Id of the sequence.
                 * @example seq_01J9Z3K8Q4N5R6S7T8V9W0X1Y2
                 */
                sequence_id: components["parameters"]["SequenceId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    contact_ids: string[];
                    campaign_id?: string | null;
                };
            };
        };
        responses: {
            200: components["responses"]["200EnrollResult"];
        };
    };
    listSendingAccounts: {
        parameters: {
            query?: {
                /**
                 * @description Every word must be the beginning of a word in `email` or `from_name`.
                 * @example sales
                 */
                search?: string;
                /**
                 * @description Number of items on a page.
                 * @example 50
                 */
                page_size?: components["parameters"]["PageSize"];
                /** @description `meta.next_cursor` of the previous page. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SendingAccountPage"];
                };
            };
        };
    };
    createSendingAccount: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique key of the operation. Repeating the request with it within 24 hours returns the first response and changes nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SendingAccountCreate"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SendingAccount"];
                };
            };
        };
    };
    getSendingAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the account.
                 * @example acc_01J9Z3NDEKTSV4RRFFQ69G5FA3
                 */
                account_id: components["parameters"]["AccountId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["200SendingAccount"];
        };
    };
    deleteSendingAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the account.
                 * @example acc_01J9Z3NDEKTSV4RRFFQ69G5FA3
                 */
                account_id: components["parameters"]["AccountId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["204"];
        };
    };
    updateSendingAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the account.
                 * @example acc_01J9Z3NDEKTSV4RRFFQ69G5FA3
                 */
                account_id: components["parameters"]["AccountId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SendingAccountUpdate"];
            };
        };
        responses: {
            200: components["responses"]["200SendingAccount"];
        };
    };
    pauseSendingAccount: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique key of the operation. Repeating the request with it within 24 hours returns the first response and changes nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Id of the account.
                 * @example acc_01J9Z3NDEKTSV4RRFFQ69G5FA3
                 */
                account_id: components["parameters"]["AccountId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SendingAccount"];
                };
            };
        };
    };
    resumeSendingAccount: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique key of the operation. Repeating the request with it within 24 hours returns the first response and changes nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Id of the account.
                 * @example acc_01J9Z3NDEKTSV4RRFFQ69G5FA3
                 */
                account_id: components["parameters"]["AccountId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SendingAccount"];
                };
            };
        };
    };
    testSendingAccount: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique key of the operation. Repeating the request with it within 24 hours returns the first response and changes nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Id of the account.
                 * @example acc_01J9Z3NDEKTSV4RRFFQ69G5FA3
                 */
                account_id: components["parameters"]["AccountId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SendingAccountTest"];
                };
            };
        };
    };
    getSendingAccountHealth: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the account.
                 * @example acc_01J9Z3NDEKTSV4RRFFQ69G5FA3
                 */
                account_id: components["parameters"]["AccountId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SendingAccountHealth"];
                };
            };
        };
    };
    listTrackingDomains: {
        parameters: {
            query?: {
                /**
                 * @description Number of items on a page.
                 * @example 50
                 */
                page_size?: components["parameters"]["PageSize"];
                /** @description `meta.next_cursor` of the previous page. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TrackingDomainPage"];
                };
            };
        };
    };
    createTrackingDomain: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique key of the operation. Repeating the request with it within 24 hours returns the first response and changes nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TrackingDomainCreate"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TrackingDomain"];
                };
            };
        };
    };
    getTrackingDomain: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the tracking domain.
                 * @example trk_01J9Z3K8Q4N5R6S7T8V9W0X1Y2
                 */
                domain_id: components["parameters"]["DomainId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TrackingDomain"];
                };
            };
        };
    };
    deleteTrackingDomain: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the tracking domain.
                 * @example trk_01J9Z3K8Q4N5R6S7T8V9W0X1Y2
                 */
                domain_id: components["parameters"]["DomainId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["204"];
        };
    };
    updateTrackingDomain: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the tracking domain.
                 * @example trk_01J9Z3K8Q4N5R6S7T8V9W0X1Y2
                 */
                domain_id: components["parameters"]["DomainId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TrackingDomainUpdate"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TrackingDomain"];
                };
            };
        };
    };
    verifyTrackingDomain: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique key of the operation. Repeating the request with it within 24 hours returns the first response and changes nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Id of the tracking domain.
                 * @example trk_01J9Z3K8Q4N5R6S7T8V9W0X1Y2
                 */
                domain_id: components["parameters"]["DomainId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TrackingDomain"];
                };
            };
        };
    };
    startOAuth: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique key of the operation. Repeating the request with it within 24 hours returns the first response and changes nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OAuthStart"];
            };
        };
        responses: {
            200: components["responses"]["200OAuthStarted"];
        };
    };
    reconnectOAuth: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique key of the operation. Repeating the request with it within 24 hours returns the first response and changes nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Id of the account.
                 * @example acc_01J9Z3K8Q4N5R6S7T8V9W0X1Y2
                 */
                account_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OAuthReconnect"];
            };
        };
        responses: {
            200: components["responses"]["200OAuthStarted"];
        };
    };
    completeOAuth: {
        parameters: {
            query?: {
                /**
                 * @description The state of the consent, from its start.
                 * @example tCb1
                 */
                state?: string;
                /**
                 * @description The code of the provider.
                 * @example 4/0Ab
                 */
                code?: string;
                /** @description The error of the provider, in place of the code. */
                error?: components["parameters"]["Error"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The mailbox is connected */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html; charset=utf-8": string;
                };
            };
        };
    };
    previewStep: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the sequence.
                 * @example seq_01J9Z3K8Q4N5R6S7T8V9W0X1Y2
                 */
                sequence_id: components["parameters"]["SequenceId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StepSelection"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StepPreview"];
                };
            };
        };
    };
    sendTestEmail: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique key of the operation. Repeating the request with it within 24 hours returns the first response and changes nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Id of the sequence.
                 * @example seq_01J9Z3K8Q4N5R6S7T8V9W0X1Y2
                 */
                sequence_id: components["parameters"]["SequenceId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TestEmail"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TestEmailResult"];
                };
            };
        };
    };
    listCampaigns: {
        parameters: {
            query?: {
                /**
                 * @description One or more of draft, active, paused, completed, archived, separated by commas.
                 * @example draft,active
                 */
                status?: string;
                /** @description Only campaigns of this type. */
                campaign_type?: components["schemas"]["CampaignType"];
                /** @description Only campaigns on this platform. */
                platform?: components["schemas"]["Platform"];
                /** @description Id of the client. */
                client_id?: string;
                /** @description Only resources created after this time. */
                created_after?: components["parameters"]["CreatedAfter"];
                /** @description Only resources updated after this time. */
                updated_after?: components["parameters"]["UpdatedAfter"];
                /**
                 * @description Every word must be the beginning of a word in the name.
                 * @example spring
                 */
                search?: string;
                /**
                 * @description Number of items on a page.
                 * @example 50
                 */
                page_size?: components["parameters"]["PageSize"];
                /** @description `meta.next_cursor` of the previous page. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CampaignPage"];
                };
            };
        };
    };
    createCampaign: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique key of the operation. Repeating the request with it within 24 hours returns the first response and changes nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CampaignCreate"];
            };
        };
        responses: {
            201: components["responses"]["201Campaign"];
        };
    };
    getCampaign: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the campaign.
                 * @example cmp_01J9Z3NDEKTSV4RRFFQ69G5FA1
                 */
                campaign_id: components["parameters"]["CampaignId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["200Campaign"];
        };
    };
    updateCampaign: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the campaign.
                 * @example cmp_01J9Z3NDEKTSV4RRFFQ69G5FA1
                 */
                campaign_id: components["parameters"]["CampaignId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CampaignUpdate"];
            };
        };
        responses: {
            200: components["responses"]["200Campaign"];
        };
    };
    cloneCampaign: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique key of the operation. Repeating the request with it within 24 hours returns the first response and changes nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Id of the campaign.
                 * @example cmp_01J9Z3NDEKTSV4RRFFQ69G5FA1
                 */
                campaign_id: components["parameters"]["CampaignId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CampaignClone"];
            };
        };
        responses: {
            201: components["responses"]["201Campaign"];
        };
    };
    launchCampaign: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique key of the operation. Repeating the request with it within 24 hours returns the first response and changes nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Id of the campaign.
                 * @example cmp_01J9Z3NDEKTSV4RRFFQ69G5FA1
                 */
                campaign_id: components["parameters"]["CampaignId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Campaign"];
                };
            };
        };
    };
    pauseCampaign: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique key of the operation. Repeating the request with it within 24 hours returns the first response and changes nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Id of the campaign.
                 * @example cmp_01J9Z3NDEKTSV4RRFFQ69G5FA1
                 */
                campaign_id: components["parameters"]["CampaignId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CampaignPause"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Campaign"];
                };
            };
        };
    };
    resumeCampaign: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique key of the operation. Repeating the request with it within 24 hours returns the first response and changes nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Id of the campaign.
                 * @example cmp_01J9Z3NDEKTSV4RRFFQ69G5FA1
                 */
                campaign_id: components["parameters"]["CampaignId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResumedCampaign"];
                };
            };
        };
    };
    archiveCampaign: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique key of the operation. Repeating the request with it within 24 hours returns the first response and changes nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Id of the campaign.
                 * @example cmp_01J9Z3NDEKTSV4RRFFQ69G5FA1
                 */
                campaign_id: components["parameters"]["CampaignId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Campaign"];
                };
            };
        };
    };
    checkGate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the campaign.
                 * @example cmp_01J9Z3NDEKTSV4RRFFQ69G5FA1
                 */
                campaign_id: components["parameters"]["CampaignId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GateResult"];
                };
            };
        };
    };
    getSendingStatus: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the campaign.
                 * @example cmp_01J9Z3NDEKTSV4RRFFQ69G5FA1
                 */
                campaign_id: components["parameters"]["CampaignId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SendingStatus"];
                };
            };
        };
    };
    getCampaignAudience: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the campaign.
                 * @example cmp_01J9Z3NDEKTSV4RRFFQ69G5FA1
                 */
                campaign_id: components["parameters"]["CampaignId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Audience"];
                };
            };
        };
    };
    getForecast: {
        parameters: {
            query?: {
                /**
                 * @description `true` adds the contacts that the launch of a draft would enroll now; it changes nothing after the launch.
                 * @example false
                 */
                with_audience?: boolean;
            };
            header?: never;
            path: {
                /**
                 * @description Id of the campaign.
                 * @example cmp_01J9Z3NDEKTSV4RRFFQ69G5FA1
                 */
                campaign_id: components["parameters"]["CampaignId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Forecast"];
                };
            };
        };
    };
    getAnalyticsSummary: {
        parameters: {
            query?: {
                /** @description Start of the period; by default the first event. It is rounded down to a quarter of an hour: 09:05 counts from 09:00. */
                from?: components["parameters"]["From"];
                /** @description End of the period, exclusive; now by default. It is rounded up to a quarter of an hour: 09:05 counts up to 09:15. */
                to?: components["parameters"]["To"];
                /**
                 * @description Length of the periods of the time series.
                 * @example day
                 */
                granularity?: components["parameters"]["Granularity"];
                /** @description IANA name of the zone in which days and weeks begin. */
                time_zone?: components["parameters"]["TimeZone"];
            };
            header?: never;
            path: {
                /**
                 * @description Id of the campaign.
                 * @example cmp_01J9Z3NDEKTSV4RRFFQ69G5FA1
                 */
                campaign_id: components["parameters"]["CampaignId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnalyticsSummary"];
                };
            };
        };
    };
    getStepAnalytics: {
        parameters: {
            query?: {
                /** @description Start of the period; by default the first event. It is rounded down to a quarter of an hour: 09:05 counts from 09:00. */
                from?: components["parameters"]["From"];
                /** @description End of the period, exclusive; now by default. It is rounded up to a quarter of an hour: 09:05 counts up to 09:15. */
                to?: components["parameters"]["To"];
                /** @description Length of the periods of the time series. */
                granularity?: "hour" | "day" | "week";
                /** @description IANA name of the zone in which days and weeks begin. */
                time_zone?: components["parameters"]["TimeZone"];
            };
            header?: never;
            path: {
                /**
                 * @description Id of the campaign.
                 * @example cmp_01J9Z3NDEKTSV4RRFFQ69G5FA1
                 */
                campaign_id: components["parameters"]["CampaignId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StepAnalytics"];
                };
            };
        };
    };
    getReplyIntents: {
        parameters: {
            query?: {
                /** @description Start of the period; by default the first event. It is rounded down to a quarter of an hour: 09:05 counts from 09:00. */
                from?: components["parameters"]["From"];
                /** @description End of the period, exclusive; now by default. It is rounded up to a quarter of an hour: 09:05 counts up to 09:15. */
                to?: components["parameters"]["To"];
                /** @description Length of the periods of the time series. */
                granularity?: "hour" | "day" | "week";
                /** @description IANA name of the zone in which days and weeks begin. */
                time_zone?: components["parameters"]["TimeZone"];
            };
            header?: never;
            path: {
                /**
                 * @description Id of the campaign.
                 * @example cmp_01J9Z3NDEKTSV4RRFFQ69G5FA1
                 */
                campaign_id: components["parameters"]["CampaignId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReplyIntents"];
                };
            };
        };
    };
    getBounceAnalytics: {
        parameters: {
            query?: {
                /** @description Start of the period; by default the first event. It is rounded down to a quarter of an hour: 09:05 counts from 09:00. */
                from?: components["parameters"]["From"];
                /** @description End of the period, exclusive; now by default. It is rounded up to a quarter of an hour: 09:05 counts up to 09:15. */
                to?: components["parameters"]["To"];
                /** @description Length of the periods of the time series. */
                granularity?: "hour" | "day" | "week";
                /** @description IANA name of the zone in which days and weeks begin. */
                time_zone?: components["parameters"]["TimeZone"];
            };
            header?: never;
            path: {
                /**
                 * @description Id of the campaign.
                 * @example cmp_01J9Z3NDEKTSV4RRFFQ69G5FA1
                 */
                campaign_id: components["parameters"]["CampaignId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BounceAnalytics"];
                };
            };
        };
    };
    listSends: {
        parameters: {
            query?: {
                /**
                 * @description One or more of queued, sending, sent, delivered, bounced, failed, canceled, dropped, separated by commas.
                 * @example delivered,bounced
                 */
                status?: string;
                /**
                 * @description Number of items on a page.
                 * @example 50
                 */
                page_size?: components["parameters"]["PageSize"];
                /** @description `meta.next_cursor` of the previous page. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                /**
                 * @description Id of the campaign.
                 * @example cmp_01J9Z3NDEKTSV4RRFFQ69G5FA1
                 */
                campaign_id: components["parameters"]["CampaignId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SendPage"];
                };
            };
        };
    };
    auditCampaign: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the campaign.
                 * @example cmp_01J9Z3NDEKTSV4RRFFQ69G5FA1
                 */
                campaign_id: components["parameters"]["CampaignId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CampaignAudit"];
                };
            };
        };
    };
    listThreads: {
        parameters: {
            query?: {
                /**
                 * @description Only threads with this status.
                 * @example open
                 */
                status?: "open" | "closed";
                /**
                 * @description One or more of interested, meeting_requested, question, referral, not_now, not_interested, wrong_person, out_of_office, auto_reply, unsubscribe, unclassified, separated by commas.
                 * @example interested,question
                 */
                intent?: string;
                /** @description Id of the campaign. */
                campaign_id?: string;
                /** @description Id of the sending account. */
                sending_account_id?: string;
                /** @description Id of the contact. */
                contact_id?: string;
                /** @description Only unread threads, or only read ones. */
                unread?: boolean;
                /** @description Every word must be the beginning of a word in the subject, the names or the address; the texts are not searched. */
                search?: string;
                /**
                 * @description Number of items on a page.
                 * @example 50
                 */
                page_size?: components["parameters"]["PageSize"];
                /** @description `meta.next_cursor` of the previous page. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ThreadPage"];
                };
            };
        };
    };
    getInboxSummary: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InboxSummary"];
                };
            };
        };
    };
    getThread: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the thread.
                 * @example thr_01J9Z3NDEKTSV4RRFFQ69G5FB1
                 */
                thread_id: components["parameters"]["ThreadId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ThreadWithMessages"];
                };
            };
        };
    };
    updateThread: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the thread.
                 * @example thr_01J9Z3NDEKTSV4RRFFQ69G5FB1
                 */
                thread_id: components["parameters"]["ThreadId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ThreadUpdate"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Thread"];
                };
            };
        };
    };
    replyToThread: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique key of the operation. Repeating the request with it within 24 hours returns the first response and changes nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Id of the thread.
                 * @example thr_01J9Z3NDEKTSV4RRFFQ69G5FB1
                 */
                thread_id: components["parameters"]["ThreadId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ThreadReply"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ThreadMessage"];
                };
            };
        };
    };
    getWorkspaceAnalyticsSummary: {
        parameters: {
            query?: {
                /** @description Start of the period; by default the first event. It is rounded down to a quarter of an hour: 09:05 counts from 09:00. */
                from?: components["parameters"]["From"];
                /** @description End of the period, exclusive; now by default. It is rounded up to a quarter of an hour: 09:05 counts up to 09:15. */
                to?: components["parameters"]["To"];
                /**
                 * @description Length of the periods of the time series.
                 * @example day
                 */
                granularity?: components["parameters"]["Granularity"];
                /** @description IANA name of the zone in which days and weeks begin. */
                time_zone?: components["parameters"]["TimeZone"];
                /** @description Only campaigns of this client. */
                client_id?: string;
                /** @description Only these campaigns: at most 100 ids, separated by commas. All must be campaigns of the workspace. */
                campaign_ids?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkspaceAnalyticsSummary"];
                };
            };
        };
    };
    listCampaignAnalytics: {
        parameters: {
            query?: {
                /** @description Start of the period; by default the first event. It is rounded down to a quarter of an hour: 09:05 counts from 09:00. */
                from?: components["parameters"]["From"];
                /** @description End of the period, exclusive; now by default. It is rounded up to a quarter of an hour: 09:05 counts up to 09:15. */
                to?: components["parameters"]["To"];
                /**
                 * @description `created_desc`, or a metric with `_desc` or `_asc`.
                 * @example reply_rate_desc
                 */
                sort?: "created_desc" | "total_sent_desc" | "total_sent_asc" | "delivered_desc" | "delivered_asc" | "opened_desc" | "opened_asc" | "clicked_desc" | "clicked_asc" | "replied_desc" | "replied_asc" | "bounced_desc" | "bounced_asc" | "unsubscribed_desc" | "unsubscribed_asc" | "spam_complaints_desc" | "spam_complaints_asc" | "open_rate_desc" | "open_rate_asc" | "reply_rate_desc" | "reply_rate_asc" | "bounce_rate_desc" | "bounce_rate_asc" | "unique_opened_desc" | "unique_opened_asc" | "unique_clicked_desc" | "unique_clicked_asc" | "auto_replied_desc" | "auto_replied_asc" | "positive_replied_desc" | "positive_replied_asc" | "click_rate_desc" | "click_rate_asc" | "unsubscribe_rate_desc" | "unsubscribe_rate_asc" | "spam_complaint_rate_desc" | "spam_complaint_rate_asc" | "delivery_rate_desc" | "delivery_rate_asc";
                /**
                 * @description Number of items on a page.
                 * @example 50
                 */
                page_size?: components["parameters"]["PageSize"];
                /** @description `meta.next_cursor` of the previous page. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CampaignMetricsPage"];
                };
            };
        };
    };
    listAccountAnalytics: {
        parameters: {
            query?: {
                /** @description Start of the period; by default the first event. It is rounded down to a quarter of an hour: 09:05 counts from 09:00. */
                from?: components["parameters"]["From"];
                /** @description End of the period, exclusive; now by default. It is rounded up to a quarter of an hour: 09:05 counts up to 09:15. */
                to?: components["parameters"]["To"];
                /**
                 * @description Number of items on a page.
                 * @example 50
                 */
                page_size?: components["parameters"]["PageSize"];
                /** @description `meta.next_cursor` of the previous page. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SendingAccountMetricsPage"];
                };
            };
        };
    };
    exportSends: {
        parameters: {
            query?: {
                /**
                 * @description Format of the response. `csv` and `jsonl` return all rows, `json` returns a page.
                 * @example csv
                 */
                format?: "csv" | "jsonl";
                /** @description `events` adds a column with the events of each email. */
                include?: "events";
            };
            header?: never;
            path: {
                /**
                 * @description Id of the campaign.
                 * @example cmp_01J9Z3NDEKTSV4RRFFQ69G5FA1
                 */
                campaign_id: components["parameters"]["CampaignId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StartedExport"];
                    "text/csv; charset=utf-8": string;
                    "application/x-ndjson; charset=utf-8": string;
                };
            };
        };
    };
    getExport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the export.
                 * @example exp_01J9Z3K8Q4N5R6S7T8V9W0X1Y2
                 */
                export_id: components["parameters"]["ExportId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Export"];
                };
            };
        };
    };
    downloadExport: {
        parameters: {
            query?: {
                /**
                 * @description Seconds since 1970 after which the link is not valid.
                 * @example 1769940000
                 */
                expires?: string;
                /**
                 * @description Signature of the link.
                 * @example c2lnbmF0dXJl
                 */
                signature?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Id of the export.
                 * @example exp_01J9Z3K8Q4N5R6S7T8V9W0X1Y2
                 */
                export_id: components["parameters"]["ExportId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv; charset=utf-8": string;
                };
            };
        };
    };
    listReports: {
        parameters: {
            query?: {
                /**
                 * @description Number of items on a page.
                 * @example 50
                 */
                page_size?: components["parameters"]["PageSize"];
                /** @description `meta.next_cursor` of the previous page. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReportPage"];
                };
            };
        };
    };
    createReport: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique key of the operation. Repeating the request with it within 24 hours returns the first response and changes nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReportCreate"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Report"];
                };
            };
        };
    };
    getReport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the report.
                 * @example rpt_01J9Z3K8Q4N5R6S7T8V9W0X1Y2
                 */
                report_id: components["parameters"]["ReportId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Report"];
                };
            };
        };
    };
    deleteReport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the report.
                 * @example rpt_01J9Z3K8Q4N5R6S7T8V9W0X1Y2
                 */
                report_id: components["parameters"]["ReportId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["204"];
        };
    };
    getRetention: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["200Retention"];
        };
    };
    updateRetention: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Retention"];
            };
        };
        responses: {
            200: components["responses"]["200Retention"];
        };
    };
    listCampaignEnrollments: {
        parameters: {
            query?: {
                /**
                 * @description One or more of pending, active, paused, completed, stopped, separated by commas.
                 * @example active,paused
                 */
                status?: components["parameters"]["Status"];
                /**
                 * @description Number of items on a page.
                 * @example 50
                 */
                page_size?: components["parameters"]["PageSize"];
                /** @description `meta.next_cursor` of the previous page. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                /**
                 * @description Id of the campaign.
                 * @example cmp_01J9Z3K8Q4N5R6S7T8V9W0X1Y2
                 */
                campaign_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["200EnrollmentPage"];
        };
    };
    enrollInCampaign: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique key of the operation. Repeating the request with it within 24 hours returns the first response and changes nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Id of the campaign.
                 * @example cmp_01J9Z3K8Q4N5R6S7T8V9W0X1Y2
                 */
                campaign_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EnrollContacts"];
            };
        };
        responses: {
            200: components["responses"]["200EnrollResult"];
        };
    };
    removeContacts: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique key of the operation. Repeating the request with it within 24 hours returns the first response and changes nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Id of the campaign.
                 * @example cmp_01J9Z3K8Q4N5R6S7T8V9W0X1Y2
                 */
                campaign_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RemoveContacts"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RemoveContactsResult"];
                };
            };
        };
    };
    pauseEnrollment: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique key of the operation. Repeating the request with it within 24 hours returns the first response and changes nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Id of the enrollment.
                 * @example enr_01J9Z3K8Q4N5R6S7T8V9W0X1Y2
                 */
                enrollment_id: components["parameters"]["EnrollmentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Enrollment"];
                };
            };
        };
    };
    resumeEnrollment: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique key of the operation. Repeating the request with it within 24 hours returns the first response and changes nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Id of the enrollment.
                 * @example enr_01J9Z3K8Q4N5R6S7T8V9W0X1Y2
                 */
                enrollment_id: components["parameters"]["EnrollmentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Enrollment"];
                };
            };
        };
    };
    bulkUpsertContacts: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique key of the operation. Repeating the request with it within 24 hours returns the first response and changes nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ContactBulk"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactBulkResult"];
                };
            };
        };
    };
    listImports: {
        parameters: {
            query?: {
                /**
                 * @description Number of items on a page.
                 * @example 50
                 */
                page_size?: components["parameters"]["PageSize"];
                /** @description `meta.next_cursor` of the previous page. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportJobPage"];
                };
            };
        };
    };
    createImport: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique key of the operation. Repeating the request with it within 24 hours returns the first response and changes nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /**
                     * Format: binary
                     * @description The CSV file.
                     */
                    file?: string;
                    field_mapping_id?: string;
                    /**
                     * @description Verifies the addresses of the contacts when the import has completed, by a verification job.
                     * @enum {string}
                     */
                    trigger_verification?: "true" | "false";
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
                    "application/json": components["schemas"]["ImportJob"];
                };
            };
        };
    };
    getImport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the import.
                 * @example imp_01J9Z3K8Q4N5R6S7T8V9W0X1Y3
                 */
                import_id: components["parameters"]["ImportId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportJob"];
                };
            };
        };
    };
    cancelImport: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique key of the operation. Repeating the request with it within 24 hours returns the first response and changes nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Id of the import.
                 * @example imp_01J9Z3K8Q4N5R6S7T8V9W0X1Y3
                 */
                import_id: components["parameters"]["ImportId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportJob"];
                };
            };
        };
    };
    listImportErrors: {
        parameters: {
            query?: {
                /**
                 * @description Number of items on a page.
                 * @example 50
                 */
                page_size?: components["parameters"]["PageSize"];
                /** @description `meta.next_cursor` of the previous page. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Format of the response. `csv` and `jsonl` return all rows, `json` returns a page. */
                format?: "json" | "csv";
            };
            header?: never;
            path: {
                /**
                 * @description Id of the import.
                 * @example imp_01J9Z3K8Q4N5R6S7T8V9W0X1Y3
                 */
                import_id: components["parameters"]["ImportId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportRowErrorPage"];
                    "text/csv; charset=utf-8": string;
                };
            };
        };
    };
    listVerifications: {
        parameters: {
            query?: {
                /**
                 * @description Number of items on a page.
                 * @example 50
                 */
                page_size?: components["parameters"]["PageSize"];
                /** @description `meta.next_cursor` of the previous page. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VerificationJobPage"];
                };
            };
        };
    };
    createVerification: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique key of the operation. Repeating the request with it within 24 hours returns the first response and changes nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VerificationCreate"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VerificationJob"];
                };
            };
        };
    };
    getVerification: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the verification job.
                 * @example ver_01J9Z3K8Q4N5R6S7T8V9W0X1Y2
                 */
                verification_id: components["parameters"]["VerificationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VerificationJob"];
                };
            };
        };
    };
    cancelVerification: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique key of the operation. Repeating the request with it within 24 hours returns the first response and changes nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Id of the verification job.
                 * @example ver_01J9Z3K8Q4N5R6S7T8V9W0X1Y2
                 */
                verification_id: components["parameters"]["VerificationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VerificationJob"];
                };
            };
        };
    };
    listSuppressions: {
        parameters: {
            query?: {
                /**
                 * @description Number of items on a page.
                 * @example 50
                 */
                page_size?: components["parameters"]["PageSize"];
                /** @description `meta.next_cursor` of the previous page. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SuppressionPage"];
                };
            };
        };
    };
    createSuppression: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique key of the operation. Repeating the request with it within 24 hours returns the first response and changes nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SuppressionCreate"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Suppression"];
                };
            };
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Suppression"];
                };
            };
        };
    };
    deleteSuppression: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the suppression.
                 * @example sup_01J9Z3K8Q4N5R6S7T8V9W0X1Y2
                 */
                suppression_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["204"];
        };
    };
    bulkCreateSuppressions: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique key of the operation. Repeating the request with it within 24 hours returns the first response and changes nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SuppressionBulk"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SuppressionBulkResult"];
                };
            };
        };
    };
    checkSuppressions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SuppressionCheckRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SuppressionCheckResult"];
                };
            };
        };
    };
    searchContacts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ContactSearch"];
            };
        };
        responses: {
            200: components["responses"]["200ContactPage"];
        };
    };
    exportContacts: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique key of the operation. Repeating the request with it within 24 hours returns the first response and changes nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ContactExport"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StartedExport"];
                };
            };
        };
    };
    listCustomFields: {
        parameters: {
            query?: {
                /**
                 * @description Number of items on a page.
                 * @example 50
                 */
                page_size?: components["parameters"]["PageSize"];
                /** @description `meta.next_cursor` of the previous page. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomFieldPage"];
                };
            };
        };
    };
    createCustomField: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique key of the operation. Repeating the request with it within 24 hours returns the first response and changes nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CustomFieldCreate"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomField"];
                };
            };
        };
    };
    getCustomField: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the custom field.
                 * @example cf_01J9Z3K8Q4N5R6S7T8V9W0X1Y2
                 */
                custom_field_id: components["parameters"]["CustomFieldId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["200CustomField"];
        };
    };
    deleteCustomField: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the custom field.
                 * @example cf_01J9Z3K8Q4N5R6S7T8V9W0X1Y2
                 */
                custom_field_id: components["parameters"]["CustomFieldId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["204"];
        };
    };
    updateCustomField: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the custom field.
                 * @example cf_01J9Z3K8Q4N5R6S7T8V9W0X1Y2
                 */
                custom_field_id: components["parameters"]["CustomFieldId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CustomFieldUpdate"];
            };
        };
        responses: {
            200: components["responses"]["200CustomField"];
        };
    };
    listSegments: {
        parameters: {
            query?: {
                /**
                 * @description Every word must be the beginning of a word in the name.
                 * @example hot
                 */
                search?: string;
                /**
                 * @description Number of items on a page.
                 * @example 50
                 */
                page_size?: components["parameters"]["PageSize"];
                /** @description `meta.next_cursor` of the previous page. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SegmentPage"];
                };
            };
        };
    };
    createSegment: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique key of the operation. Repeating the request with it within 24 hours returns the first response and changes nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SegmentCreate"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Segment"];
                };
            };
        };
    };
    getSegment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of a segment.
                 * @example seg_01J9Z3K8Q4N5R6S7T8V9W0X1Y2
                 */
                segment_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["200Segment"];
        };
    };
    deleteSegment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of a segment.
                 * @example seg_01J9Z3K8Q4N5R6S7T8V9W0X1Y2
                 */
                segment_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["204"];
        };
    };
    updateSegment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of a segment.
                 * @example seg_01J9Z3K8Q4N5R6S7T8V9W0X1Y2
                 */
                segment_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SegmentUpdate"];
            };
        };
        responses: {
            200: components["responses"]["200Segment"];
        };
    };
    listSegmentContacts: {
        parameters: {
            query?: {
                /**
                 * @description Number of items on a page.
                 * @example 50
                 */
                page_size?: components["parameters"]["PageSize"];
                /** @description `meta.next_cursor` of the previous page. */
                cursor?: components["parameters"]["Cursor"];
                /** @description `true` also returns soft-deleted contacts. */
                include_deleted?: components["parameters"]["IncludeDeleted"];
            };
            header?: never;
            path: {
                /**
                 * @description Id of a segment.
                 * @example seg_01J9Z3K8Q4N5R6S7T8V9W0X1Y2
                 */
                segment_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["200ContactPage"];
        };
    };
    refreshSegment: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique key of the operation. Repeating the request with it within 24 hours returns the first response and changes nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Id of a segment.
                 * @example seg_01J9Z3K8Q4N5R6S7T8V9W0X1Y2
                 */
                segment_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Segment"];
                };
            };
        };
    };
    listClients: {
        parameters: {
            query?: {
                /**
                 * @description Number of items on a page.
                 * @example 50
                 */
                page_size?: components["parameters"]["PageSize"];
                /** @description `meta.next_cursor` of the previous page. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClientPage"];
                };
            };
        };
    };
    createClient: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique key of the operation. Repeating the request with it within 24 hours returns the first response and changes nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ClientCreate"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Client"];
                };
            };
        };
    };
    getClient: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the client.
                 * @example cli_01J9Z3K8Q4N5R6S7T8V9W0X1Y2
                 */
                client_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["200Client"];
        };
    };
    deleteClient: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the client.
                 * @example cli_01J9Z3K8Q4N5R6S7T8V9W0X1Y2
                 */
                client_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["204"];
        };
    };
    updateClient: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the client.
                 * @example cli_01J9Z3K8Q4N5R6S7T8V9W0X1Y2
                 */
                client_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ClientUpdate"];
            };
        };
        responses: {
            200: components["responses"]["200Client"];
        };
    };
    listFieldMappings: {
        parameters: {
            query?: {
                /**
                 * @description Number of items on a page.
                 * @example 50
                 */
                page_size?: components["parameters"]["PageSize"];
                /** @description `meta.next_cursor` of the previous page. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FieldMappingPage"];
                };
            };
        };
    };
    createFieldMapping: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique key of the operation. Repeating the request with it within 24 hours returns the first response and changes nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FieldMappingCreate"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FieldMapping"];
                };
            };
        };
    };
    getFieldMapping: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the field mapping.
                 * @example map_01J9Z3K8Q4N5R6S7T8V9W0X1Y2
                 */
                field_mapping_id: components["parameters"]["FieldMappingId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FieldMapping"];
                };
            };
        };
    };
    deleteFieldMapping: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the field mapping.
                 * @example map_01J9Z3K8Q4N5R6S7T8V9W0X1Y2
                 */
                field_mapping_id: components["parameters"]["FieldMappingId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["204"];
        };
    };
    updateFieldMapping: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the field mapping.
                 * @example map_01J9Z3K8Q4N5R6S7T8V9W0X1Y2
                 */
                field_mapping_id: components["parameters"]["FieldMappingId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FieldMappingUpdate"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FieldMapping"];
                };
            };
        };
    };
    previewFieldMapping: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /**
                     * Format: binary
                     * @description The CSV file.
                     */
                    file?: string;
                    /** @default true */
                    has_header?: boolean;
                    /**
                     * @description Detected when absent.
                     * @enum {string}
                     */
                    delimiter?: "," | ";" | "tab" | "|";
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FieldMappingPreview"];
                };
            };
        };
    };
    getIcpProfile: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["200IcpProfile"];
        };
    };
    setIcpProfile: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["IcpProfileInput"];
            };
        };
        responses: {
            200: components["responses"]["200IcpProfile"];
        };
    };
    listWebhooks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointPage"];
                };
            };
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique key of the operation. Repeating the request with it within 24 hours returns the first response and changes nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEndpointCreate"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedWebhookEndpoint"];
                };
            };
        };
    };
    listEventTypes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventTypePage"];
                };
            };
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the webhook.
                 * @example whk_01J9Z3K8Q4N5R6S7T8V9W0X1Y2
                 */
                webhook_id: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the webhook.
                 * @example whk_01J9Z3K8Q4N5R6S7T8V9W0X1Y2
                 */
                webhook_id: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["204"];
        };
    };
    updateWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the webhook.
                 * @example whk_01J9Z3K8Q4N5R6S7T8V9W0X1Y2
                 */
                webhook_id: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEndpointUpdate"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique key of the operation. Repeating the request with it within 24 hours returns the first response and changes nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Id of the webhook.
                 * @example whk_01J9Z3K8Q4N5R6S7T8V9W0X1Y2
                 */
                webhook_id: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RotatedWebhookSecret"];
                };
            };
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique key of the operation. Repeating the request with it within 24 hours returns the first response and changes nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Id of the webhook.
                 * @example whk_01J9Z3K8Q4N5R6S7T8V9W0X1Y2
                 */
                webhook_id: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookTestRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookTestOutcome"];
                };
            };
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                /**
                 * @description Number of items on a page.
                 * @example 50
                 */
                page_size?: components["parameters"]["PageSize"];
                /** @description `meta.next_cursor` of the previous page. */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Only deliveries with this status.
                 * @example success
                 */
                status?: "success" | "failed" | "pending";
                /** @description Only deliveries of this event type. */
                event_type?: string;
                /** @description Only deliveries after this time. */
                delivered_after?: string;
                /** @description Only deliveries before this time. */
                delivered_before?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Id of the webhook.
                 * @example whk_01J9Z3K8Q4N5R6S7T8V9W0X1Y2
                 */
                webhook_id: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryPage"];
                };
            };
        };
    };
    getDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the webhook.
                 * @example whk_01J9Z3K8Q4N5R6S7T8V9W0X1Y2
                 */
                webhook_id: components["parameters"]["WebhookId"];
                /**
                 * @description Id of the delivery.
                 * @example dlv_01J9Z3K8Q4N5R6S7T8V9W0X1Y2
                 */
                delivery_id: components["parameters"]["DeliveryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryDetail"];
                };
            };
        };
    };
    retryDelivery: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique key of the operation. Repeating the request with it within 24 hours returns the first response and changes nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Id of the webhook.
                 * @example whk_01J9Z3K8Q4N5R6S7T8V9W0X1Y2
                 */
                webhook_id: components["parameters"]["WebhookId"];
                /**
                 * @description Id of the delivery.
                 * @example dlv_01J9Z3K8Q4N5R6S7T8V9W0X1Y2
                 */
                delivery_id: components["parameters"]["DeliveryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RetriedWebhookDelivery"];
                };
            };
        };
    };
    createReplay: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique key of the operation. Repeating the request with it within 24 hours returns the first response and changes nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Id of the webhook.
                 * @example whk_01J9Z3K8Q4N5R6S7T8V9W0X1Y2
                 */
                webhook_id: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookReplayRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StartedWebhookReplay"];
                };
            };
        };
    };
    getReplay: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the webhook.
                 * @example whk_01J9Z3K8Q4N5R6S7T8V9W0X1Y2
                 */
                webhook_id: components["parameters"]["WebhookId"];
                /**
                 * @description Id of the replay.
                 * @example rpl_01J9Z3K8Q4N5R6S7T8V9W0X1Y2
                 */
                replay_id: components["parameters"]["ReplayId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookReplay"];
                };
            };
        };
    };
    cancelReplay: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique key of the operation. Repeating the request with it within 24 hours returns the first response and changes nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Id of the webhook.
                 * @example whk_01J9Z3K8Q4N5R6S7T8V9W0X1Y2
                 */
                webhook_id: components["parameters"]["WebhookId"];
                /**
                 * @description Id of the replay.
                 * @example rpl_01J9Z3K8Q4N5R6S7T8V9W0X1Y2
                 */
                replay_id: components["parameters"]["ReplayId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookReplay"];
                };
            };
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /**
                 * @description Comma-separated event types; all types by default.
                 * @example contact.created,contact.updated
                 */
                types?: string;
                /**
                 * @description A sequence or the id of an event; returns the events after it.
                 * @example 40
                 */
                after?: string;
                /**
                 * @description Only the events of this endpoint, with its `webhook-sequence`.
                 * @example whk_01J9Z3K8Q4N5R6S7T8V9W0X1Y2
                 */
                webhook_id?: string;
                /** @description Number of items on a page. */
                page_size?: number;
                /** @description `meta.next_cursor` of the previous page. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventPage"];
                };
            };
        };
    };
    recordPlatformResults: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The platform, as the operator has configured it.
                 * @example platform_1
                 */
                platform: "platform_1" | "platform_2" | "platform_3" | "platform_4";
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PlatformResultsBody"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlatformResults"];
                };
            };
        };
    };
    getJwks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JwkSet"];
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
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
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
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Readiness"];
                };
            };
        };
    };
    receiveContactCreated: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event, the same on retries and replays. */
                "webhook-id": components["parameters"]["webhook-id"];
                /** @description Unix time of the attempt, in seconds. */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** @description `v1,` and the Base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>`. */
                "webhook-signature": components["parameters"]["webhook-signature"];
                /** @description 1 for the first attempt of a delivery. */
                "webhook-attempt": components["parameters"]["webhook-attempt"];
                /** @description Number of the event for this endpoint, from 1, without gaps; absent on tests. */
                "webhook-sequence"?: components["parameters"]["webhook-sequence"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEvent"] & {
                    /** @constant */
                    type?: "contact.created";
                    data: components["schemas"]["Contact"];
                };
            };
        };
        responses: never;
    };
    receiveContactUpdated: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event, the same on retries and replays. */
                "webhook-id": components["parameters"]["webhook-id"];
                /** @description Unix time of the attempt, in seconds. */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** @description `v1,` and the Base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>`. */
                "webhook-signature": components["parameters"]["webhook-signature"];
                /** @description 1 for the first attempt of a delivery. */
                "webhook-attempt": components["parameters"]["webhook-attempt"];
                /** @description Number of the event for this endpoint, from 1, without gaps; absent on tests. */
                "webhook-sequence"?: components["parameters"]["webhook-sequence"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEvent"] & {
                    /** @constant */
                    type?: "contact.updated";
                    data: components["schemas"]["Contact"];
                };
            };
        };
        responses: never;
    };
    receiveContactDeleted: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event, the same on retries and replays. */
                "webhook-id": components["parameters"]["webhook-id"];
                /** @description Unix time of the attempt, in seconds. */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** @description `v1,` and the Base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>`. */
                "webhook-signature": components["parameters"]["webhook-signature"];
                /** @description 1 for the first attempt of a delivery. */
                "webhook-attempt": components["parameters"]["webhook-attempt"];
                /** @description Number of the event for this endpoint, from 1, without gaps; absent on tests. */
                "webhook-sequence"?: components["parameters"]["webhook-sequence"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEvent"] & {
                    /** @constant */
                    type?: "contact.deleted";
                    data: components["schemas"]["ContactDeletedEventData"];
                };
            };
        };
        responses: never;
    };
    receiveContactRestored: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event, the same on retries and replays. */
                "webhook-id": components["parameters"]["webhook-id"];
                /** @description Unix time of the attempt, in seconds. */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** @description `v1,` and the Base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>`. */
                "webhook-signature": components["parameters"]["webhook-signature"];
                /** @description 1 for the first attempt of a delivery. */
                "webhook-attempt": components["parameters"]["webhook-attempt"];
                /** @description Number of the event for this endpoint, from 1, without gaps; absent on tests. */
                "webhook-sequence"?: components["parameters"]["webhook-sequence"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEvent"] & {
                    /** @constant */
                    type?: "contact.restored";
                    data: components["schemas"]["Contact"];
                };
            };
        };
        responses: never;
    };
    receiveContactEnriched: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event, the same on retries and replays. */
                "webhook-id": components["parameters"]["webhook-id"];
                /** @description Unix time of the attempt, in seconds. */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** @description `v1,` and the Base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>`. */
                "webhook-signature": components["parameters"]["webhook-signature"];
                /** @description 1 for the first attempt of a delivery. */
                "webhook-attempt": components["parameters"]["webhook-attempt"];
                /** @description Number of the event for this endpoint, from 1, without gaps; absent on tests. */
                "webhook-sequence"?: components["parameters"]["webhook-sequence"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEvent"] & {
                    /** @constant */
                    type?: "contact.enriched";
                    data: components["schemas"]["Contact"];
                };
            };
        };
        responses: never;
    };
    receiveContactVerified: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event, the same on retries and replays. */
                "webhook-id": components["parameters"]["webhook-id"];
                /** @description Unix time of the attempt, in seconds. */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** @description `v1,` and the Base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>`. */
                "webhook-signature": components["parameters"]["webhook-signature"];
                /** @description 1 for the first attempt of a delivery. */
                "webhook-attempt": components["parameters"]["webhook-attempt"];
                /** @description Number of the event for this endpoint, from 1, without gaps; absent on tests. */
                "webhook-sequence"?: components["parameters"]["webhook-sequence"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEvent"] & {
                    /** @constant */
                    type?: "contact.verified";
                    data: components["schemas"]["Contact"];
                };
            };
        };
        responses: never;
    };
    receiveContactScored: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event, the same on retries and replays. */
                "webhook-id": components["parameters"]["webhook-id"];
                /** @description Unix time of the attempt, in seconds. */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** @description `v1,` and the Base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>`. */
                "webhook-signature": components["parameters"]["webhook-signature"];
                /** @description 1 for the first attempt of a delivery. */
                "webhook-attempt": components["parameters"]["webhook-attempt"];
                /** @description Number of the event for this endpoint, from 1, without gaps; absent on tests. */
                "webhook-sequence"?: components["parameters"]["webhook-sequence"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEvent"] & {
                    /** @constant */
                    type?: "contact.scored";
                    data: components["schemas"]["Contact"];
                };
            };
        };
        responses: never;
    };
    receiveContactSuppressed: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event, the same on retries and replays. */
                "webhook-id": components["parameters"]["webhook-id"];
                /** @description Unix time of the attempt, in seconds. */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** @description `v1,` and the Base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>`. */
                "webhook-signature": components["parameters"]["webhook-signature"];
                /** @description 1 for the first attempt of a delivery. */
                "webhook-attempt": components["parameters"]["webhook-attempt"];
                /** @description Number of the event for this endpoint, from 1, without gaps; absent on tests. */
                "webhook-sequence"?: components["parameters"]["webhook-sequence"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEvent"] & {
                    /** @constant */
                    type?: "contact.suppressed";
                    data: components["schemas"]["Contact"];
                };
            };
        };
        responses: never;
    };
    receiveImportCompleted: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event, the same on retries and replays. */
                "webhook-id": components["parameters"]["webhook-id"];
                /** @description Unix time of the attempt, in seconds. */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** @description `v1,` and the Base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>`. */
                "webhook-signature": components["parameters"]["webhook-signature"];
                /** @description 1 for the first attempt of a delivery. */
                "webhook-attempt": components["parameters"]["webhook-attempt"];
                /** @description Number of the event for this endpoint, from 1, without gaps; absent on tests. */
                "webhook-sequence"?: components["parameters"]["webhook-sequence"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEvent"] & {
                    /** @constant */
                    type?: "import.completed";
                    data: components["schemas"]["ImportJob"];
                };
            };
        };
        responses: never;
    };
    receiveCampaignCreated: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event, the same on retries and replays. */
                "webhook-id": components["parameters"]["webhook-id"];
                /** @description Unix time of the attempt, in seconds. */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** @description `v1,` and the Base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>`. */
                "webhook-signature": components["parameters"]["webhook-signature"];
                /** @description 1 for the first attempt of a delivery. */
                "webhook-attempt": components["parameters"]["webhook-attempt"];
                /** @description Number of the event for this endpoint, from 1, without gaps; absent on tests. */
                "webhook-sequence"?: components["parameters"]["webhook-sequence"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEvent"] & {
                    /** @constant */
                    type?: "campaign.created";
                    data: components["schemas"]["CampaignEventData"];
                };
            };
        };
        responses: never;
    };
    receiveCampaignLaunched: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event, the same on retries and replays. */
                "webhook-id": components["parameters"]["webhook-id"];
                /** @description Unix time of the attempt, in seconds. */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** @description `v1,` and the Base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>`. */
                "webhook-signature": components["parameters"]["webhook-signature"];
                /** @description 1 for the first attempt of a delivery. */
                "webhook-attempt": components["parameters"]["webhook-attempt"];
                /** @description Number of the event for this endpoint, from 1, without gaps; absent on tests. */
                "webhook-sequence"?: components["parameters"]["webhook-sequence"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEvent"] & {
                    /** @constant */
                    type?: "campaign.launched";
                    data: components["schemas"]["CampaignEventData"];
                };
            };
        };
        responses: never;
    };
    receiveCampaignPaused: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event, the same on retries and replays. */
                "webhook-id": components["parameters"]["webhook-id"];
                /** @description Unix time of the attempt, in seconds. */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** @description `v1,` and the Base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>`. */
                "webhook-signature": components["parameters"]["webhook-signature"];
                /** @description 1 for the first attempt of a delivery. */
                "webhook-attempt": components["parameters"]["webhook-attempt"];
                /** @description Number of the event for this endpoint, from 1, without gaps; absent on tests. */
                "webhook-sequence"?: components["parameters"]["webhook-sequence"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEvent"] & {
                    /** @constant */
                    type?: "campaign.paused";
                    data: components["schemas"]["CampaignEventData"];
                };
            };
        };
        responses: never;
    };
    receiveCampaignResumed: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event, the same on retries and replays. */
                "webhook-id": components["parameters"]["webhook-id"];
                /** @description Unix time of the attempt, in seconds. */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** @description `v1,` and the Base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>`. */
                "webhook-signature": components["parameters"]["webhook-signature"];
                /** @description 1 for the first attempt of a delivery. */
                "webhook-attempt": components["parameters"]["webhook-attempt"];
                /** @description Number of the event for this endpoint, from 1, without gaps; absent on tests. */
                "webhook-sequence"?: components["parameters"]["webhook-sequence"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEvent"] & {
                    /** @constant */
                    type?: "campaign.resumed";
                    data: components["schemas"]["CampaignEventData"];
                };
            };
        };
        responses: never;
    };
    receiveCampaignAutoPaused: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event, the same on retries and replays. */
                "webhook-id": components["parameters"]["webhook-id"];
                /** @description Unix time of the attempt, in seconds. */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** @description `v1,` and the Base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>`. */
                "webhook-signature": components["parameters"]["webhook-signature"];
                /** @description 1 for the first attempt of a delivery. */
                "webhook-attempt": components["parameters"]["webhook-attempt"];
                /** @description Number of the event for this endpoint, from 1, without gaps; absent on tests. */
                "webhook-sequence"?: components["parameters"]["webhook-sequence"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEvent"] & {
                    /** @constant */
                    type?: "campaign.auto_paused";
                    data: components["schemas"]["CampaignAutoPausedEventData"];
                };
            };
        };
        responses: never;
    };
    receiveCampaignCompleted: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event, the same on retries and replays. */
                "webhook-id": components["parameters"]["webhook-id"];
                /** @description Unix time of the attempt, in seconds. */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** @description `v1,` and the Base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>`. */
                "webhook-signature": components["parameters"]["webhook-signature"];
                /** @description 1 for the first attempt of a delivery. */
                "webhook-attempt": components["parameters"]["webhook-attempt"];
                /** @description Number of the event for this endpoint, from 1, without gaps; absent on tests. */
                "webhook-sequence"?: components["parameters"]["webhook-sequence"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEvent"] & {
                    /** @constant */
                    type?: "campaign.completed";
                    data: components["schemas"]["CampaignEventData"];
                };
            };
        };
        responses: never;
    };
    receiveCampaignArchived: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event, the same on retries and replays. */
                "webhook-id": components["parameters"]["webhook-id"];
                /** @description Unix time of the attempt, in seconds. */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** @description `v1,` and the Base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>`. */
                "webhook-signature": components["parameters"]["webhook-signature"];
                /** @description 1 for the first attempt of a delivery. */
                "webhook-attempt": components["parameters"]["webhook-attempt"];
                /** @description Number of the event for this endpoint, from 1, without gaps; absent on tests. */
                "webhook-sequence"?: components["parameters"]["webhook-sequence"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEvent"] & {
                    /** @constant */
                    type?: "campaign.archived";
                    data: components["schemas"]["CampaignEventData"];
                };
            };
        };
        responses: never;
    };
    receiveCampaignDeliverabilityWarning: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event, the same on retries and replays. */
                "webhook-id": components["parameters"]["webhook-id"];
                /** @description Unix time of the attempt, in seconds. */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** @description `v1,` and the Base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>`. */
                "webhook-signature": components["parameters"]["webhook-signature"];
                /** @description 1 for the first attempt of a delivery. */
                "webhook-attempt": components["parameters"]["webhook-attempt"];
                /** @description Number of the event for this endpoint, from 1, without gaps; absent on tests. */
                "webhook-sequence"?: components["parameters"]["webhook-sequence"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEvent"] & {
                    /** @constant */
                    type?: "campaign.deliverability_warning";
                    data: components["schemas"]["CampaignAutoPausedEventData"];
                };
            };
        };
        responses: never;
    };
    receiveEmailSent: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event, the same on retries and replays. */
                "webhook-id": components["parameters"]["webhook-id"];
                /** @description Unix time of the attempt, in seconds. */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** @description `v1,` and the Base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>`. */
                "webhook-signature": components["parameters"]["webhook-signature"];
                /** @description 1 for the first attempt of a delivery. */
                "webhook-attempt": components["parameters"]["webhook-attempt"];
                /** @description Number of the event for this endpoint, from 1, without gaps; absent on tests. */
                "webhook-sequence"?: components["parameters"]["webhook-sequence"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEvent"] & {
                    /** @constant */
                    type?: "email.sent";
                    data: components["schemas"]["EmailEventData"];
                };
            };
        };
        responses: never;
    };
    receiveEmailDelivered: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event, the same on retries and replays. */
                "webhook-id": components["parameters"]["webhook-id"];
                /** @description Unix time of the attempt, in seconds. */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** @description `v1,` and the Base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>`. */
                "webhook-signature": components["parameters"]["webhook-signature"];
                /** @description 1 for the first attempt of a delivery. */
                "webhook-attempt": components["parameters"]["webhook-attempt"];
                /** @description Number of the event for this endpoint, from 1, without gaps; absent on tests. */
                "webhook-sequence"?: components["parameters"]["webhook-sequence"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEvent"] & {
                    /** @constant */
                    type?: "email.delivered";
                    data: components["schemas"]["EmailEventData"];
                };
            };
        };
        responses: never;
    };
    receiveEmailOpened: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event, the same on retries and replays. */
                "webhook-id": components["parameters"]["webhook-id"];
                /** @description Unix time of the attempt, in seconds. */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** @description `v1,` and the Base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>`. */
                "webhook-signature": components["parameters"]["webhook-signature"];
                /** @description 1 for the first attempt of a delivery. */
                "webhook-attempt": components["parameters"]["webhook-attempt"];
                /** @description Number of the event for this endpoint, from 1, without gaps; absent on tests. */
                "webhook-sequence"?: components["parameters"]["webhook-sequence"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEvent"] & {
                    /** @constant */
                    type?: "email.opened";
                    data: components["schemas"]["EmailEventData"];
                };
            };
        };
        responses: never;
    };
    receiveEmailClicked: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event, the same on retries and replays. */
                "webhook-id": components["parameters"]["webhook-id"];
                /** @description Unix time of the attempt, in seconds. */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** @description `v1,` and the Base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>`. */
                "webhook-signature": components["parameters"]["webhook-signature"];
                /** @description 1 for the first attempt of a delivery. */
                "webhook-attempt": components["parameters"]["webhook-attempt"];
                /** @description Number of the event for this endpoint, from 1, without gaps; absent on tests. */
                "webhook-sequence"?: components["parameters"]["webhook-sequence"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEvent"] & {
                    /** @constant */
                    type?: "email.clicked";
                    data: components["schemas"]["EmailEventData"];
                };
            };
        };
        responses: never;
    };
    receiveEmailReplied: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event, the same on retries and replays. */
                "webhook-id": components["parameters"]["webhook-id"];
                /** @description Unix time of the attempt, in seconds. */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** @description `v1,` and the Base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>`. */
                "webhook-signature": components["parameters"]["webhook-signature"];
                /** @description 1 for the first attempt of a delivery. */
                "webhook-attempt": components["parameters"]["webhook-attempt"];
                /** @description Number of the event for this endpoint, from 1, without gaps; absent on tests. */
                "webhook-sequence"?: components["parameters"]["webhook-sequence"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEvent"] & {
                    /** @constant */
                    type?: "email.replied";
                    data: components["schemas"]["EmailRepliedEventData"];
                };
            };
        };
        responses: never;
    };
    receiveEmailAutoReplied: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event, the same on retries and replays. */
                "webhook-id": components["parameters"]["webhook-id"];
                /** @description Unix time of the attempt, in seconds. */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** @description `v1,` and the Base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>`. */
                "webhook-signature": components["parameters"]["webhook-signature"];
                /** @description 1 for the first attempt of a delivery. */
                "webhook-attempt": components["parameters"]["webhook-attempt"];
                /** @description Number of the event for this endpoint, from 1, without gaps; absent on tests. */
                "webhook-sequence"?: components["parameters"]["webhook-sequence"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEvent"] & {
                    /** @constant */
                    type?: "email.auto_replied";
                    data: components["schemas"]["EmailRepliedEventData"];
                };
            };
        };
        responses: never;
    };
    receiveEmailBounced: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event, the same on retries and replays. */
                "webhook-id": components["parameters"]["webhook-id"];
                /** @description Unix time of the attempt, in seconds. */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** @description `v1,` and the Base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>`. */
                "webhook-signature": components["parameters"]["webhook-signature"];
                /** @description 1 for the first attempt of a delivery. */
                "webhook-attempt": components["parameters"]["webhook-attempt"];
                /** @description Number of the event for this endpoint, from 1, without gaps; absent on tests. */
                "webhook-sequence"?: components["parameters"]["webhook-sequence"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEvent"] & {
                    /** @constant */
                    type?: "email.bounced";
                    data: components["schemas"]["EmailBouncedEventData"];
                };
            };
        };
        responses: never;
    };
    receiveEmailFailed: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event, the same on retries and replays. */
                "webhook-id": components["parameters"]["webhook-id"];
                /** @description Unix time of the attempt, in seconds. */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** @description `v1,` and the Base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>`. */
                "webhook-signature": components["parameters"]["webhook-signature"];
                /** @description 1 for the first attempt of a delivery. */
                "webhook-attempt": components["parameters"]["webhook-attempt"];
                /** @description Number of the event for this endpoint, from 1, without gaps; absent on tests. */
                "webhook-sequence"?: components["parameters"]["webhook-sequence"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEvent"] & {
                    /** @constant */
                    type?: "email.failed";
                    data: components["schemas"]["EmailEventData"];
                };
            };
        };
        responses: never;
    };
    receiveEmailUnsubscribed: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event, the same on retries and replays. */
                "webhook-id": components["parameters"]["webhook-id"];
                /** @description Unix time of the attempt, in seconds. */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** @description `v1,` and the Base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>`. */
                "webhook-signature": components["parameters"]["webhook-signature"];
                /** @description 1 for the first attempt of a delivery. */
                "webhook-attempt": components["parameters"]["webhook-attempt"];
                /** @description Number of the event for this endpoint, from 1, without gaps; absent on tests. */
                "webhook-sequence"?: components["parameters"]["webhook-sequence"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEvent"] & {
                    /** @constant */
                    type?: "email.unsubscribed";
                    data: components["schemas"]["EmailEventData"];
                };
            };
        };
        responses: never;
    };
    receiveEmailSpamComplaint: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event, the same on retries and replays. */
                "webhook-id": components["parameters"]["webhook-id"];
                /** @description Unix time of the attempt, in seconds. */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** @description `v1,` and the Base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>`. */
                "webhook-signature": components["parameters"]["webhook-signature"];
                /** @description 1 for the first attempt of a delivery. */
                "webhook-attempt": components["parameters"]["webhook-attempt"];
                /** @description Number of the event for this endpoint, from 1, without gaps; absent on tests. */
                "webhook-sequence"?: components["parameters"]["webhook-sequence"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEvent"] & {
                    /** @constant */
                    type?: "email.spam_complaint";
                    data: components["schemas"]["EmailEventData"];
                };
            };
        };
        responses: never;
    };
    receiveSendingAccountHealthChanged: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event, the same on retries and replays. */
                "webhook-id": components["parameters"]["webhook-id"];
                /** @description Unix time of the attempt, in seconds. */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** @description `v1,` and the Base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>`. */
                "webhook-signature": components["parameters"]["webhook-signature"];
                /** @description 1 for the first attempt of a delivery. */
                "webhook-attempt": components["parameters"]["webhook-attempt"];
                /** @description Number of the event for this endpoint, from 1, without gaps; absent on tests. */
                "webhook-sequence"?: components["parameters"]["webhook-sequence"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEvent"] & {
                    /** @constant */
                    type?: "sending_account.health_changed";
                    data: components["schemas"]["SendingAccount"];
                };
            };
        };
        responses: never;
    };
    receiveSendingAccountDisconnected: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event, the same on retries and replays. */
                "webhook-id": components["parameters"]["webhook-id"];
                /** @description Unix time of the attempt, in seconds. */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** @description `v1,` and the Base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>`. */
                "webhook-signature": components["parameters"]["webhook-signature"];
                /** @description 1 for the first attempt of a delivery. */
                "webhook-attempt": components["parameters"]["webhook-attempt"];
                /** @description Number of the event for this endpoint, from 1, without gaps; absent on tests. */
                "webhook-sequence"?: components["parameters"]["webhook-sequence"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEvent"] & {
                    /** @constant */
                    type?: "sending_account.disconnected";
                    data: components["schemas"]["SendingAccount"];
                };
            };
        };
        responses: never;
    };
    receiveSequenceWinnerSelected: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event, the same on retries and replays. */
                "webhook-id": components["parameters"]["webhook-id"];
                /** @description Unix time of the attempt, in seconds. */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** @description `v1,` and the Base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>`. */
                "webhook-signature": components["parameters"]["webhook-signature"];
                /** @description 1 for the first attempt of a delivery. */
                "webhook-attempt": components["parameters"]["webhook-attempt"];
                /** @description Number of the event for this endpoint, from 1, without gaps; absent on tests. */
                "webhook-sequence"?: components["parameters"]["webhook-sequence"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEvent"] & {
                    /** @constant */
                    type?: "sequence.winner_selected";
                    data: components["schemas"]["SequenceWinnerSelectedEventData"];
                };
            };
        };
        responses: never;
    };
    receiveTrackingDomainFailed: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event, the same on retries and replays. */
                "webhook-id": components["parameters"]["webhook-id"];
                /** @description Unix time of the attempt, in seconds. */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** @description `v1,` and the Base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>`. */
                "webhook-signature": components["parameters"]["webhook-signature"];
                /** @description 1 for the first attempt of a delivery. */
                "webhook-attempt": components["parameters"]["webhook-attempt"];
                /** @description Number of the event for this endpoint, from 1, without gaps; absent on tests. */
                "webhook-sequence"?: components["parameters"]["webhook-sequence"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEvent"] & {
                    /** @constant */
                    type?: "tracking_domain.failed";
                    data: components["schemas"]["TrackingDomain"];
                };
            };
        };
        responses: never;
    };
    receiveInboxMessageReceived: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event, the same on retries and replays. */
                "webhook-id": components["parameters"]["webhook-id"];
                /** @description Unix time of the attempt, in seconds. */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** @description `v1,` and the Base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>`. */
                "webhook-signature": components["parameters"]["webhook-signature"];
                /** @description 1 for the first attempt of a delivery. */
                "webhook-attempt": components["parameters"]["webhook-attempt"];
                /** @description Number of the event for this endpoint, from 1, without gaps; absent on tests. */
                "webhook-sequence"?: components["parameters"]["webhook-sequence"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEvent"] & {
                    /** @constant */
                    type?: "inbox.message_received";
                    data: components["schemas"]["InboxEventData"];
                };
            };
        };
        responses: never;
    };
    receiveInboxMessageSent: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event, the same on retries and replays. */
                "webhook-id": components["parameters"]["webhook-id"];
                /** @description Unix time of the attempt, in seconds. */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** @description `v1,` and the Base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>`. */
                "webhook-signature": components["parameters"]["webhook-signature"];
                /** @description 1 for the first attempt of a delivery. */
                "webhook-attempt": components["parameters"]["webhook-attempt"];
                /** @description Number of the event for this endpoint, from 1, without gaps; absent on tests. */
                "webhook-sequence"?: components["parameters"]["webhook-sequence"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEvent"] & {
                    /** @constant */
                    type?: "inbox.message_sent";
                    data: components["schemas"]["InboxEventData"];
                };
            };
        };
        responses: never;
    };
    receiveExportCompleted: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event, the same on retries and replays. */
                "webhook-id": components["parameters"]["webhook-id"];
                /** @description Unix time of the attempt, in seconds. */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** @description `v1,` and the Base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>`. */
                "webhook-signature": components["parameters"]["webhook-signature"];
                /** @description 1 for the first attempt of a delivery. */
                "webhook-attempt": components["parameters"]["webhook-attempt"];
                /** @description Number of the event for this endpoint, from 1, without gaps; absent on tests. */
                "webhook-sequence"?: components["parameters"]["webhook-sequence"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEvent"] & {
                    /** @constant */
                    type?: "export.completed";
                    data: components["schemas"]["Export"];
                };
            };
        };
        responses: never;
    };
    receiveWebhookEndpointDisabled: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event, the same on retries and replays. */
                "webhook-id": components["parameters"]["webhook-id"];
                /** @description Unix time of the attempt, in seconds. */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** @description `v1,` and the Base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>`. */
                "webhook-signature": components["parameters"]["webhook-signature"];
                /** @description 1 for the first attempt of a delivery. */
                "webhook-attempt": components["parameters"]["webhook-attempt"];
                /** @description Number of the event for this endpoint, from 1, without gaps; absent on tests. */
                "webhook-sequence"?: components["parameters"]["webhook-sequence"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEvent"] & {
                    /** @constant */
                    type?: "webhook.endpoint_disabled";
                    data: components["schemas"]["WebhookEndpointDisabledEventData"];
                };
            };
        };
        responses: never;
    };
    receiveWebhookEndpointFailing: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event, the same on retries and replays. */
                "webhook-id": components["parameters"]["webhook-id"];
                /** @description Unix time of the attempt, in seconds. */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** @description `v1,` and the Base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>`. */
                "webhook-signature": components["parameters"]["webhook-signature"];
                /** @description 1 for the first attempt of a delivery. */
                "webhook-attempt": components["parameters"]["webhook-attempt"];
                /** @description Number of the event for this endpoint, from 1, without gaps; absent on tests. */
                "webhook-sequence"?: components["parameters"]["webhook-sequence"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEvent"] & {
                    /** @constant */
                    type?: "webhook.endpoint_failing";
                    data: components["schemas"]["WebhookEndpointFailingEventData"];
                };
            };
        };
        responses: never;
    };
}
