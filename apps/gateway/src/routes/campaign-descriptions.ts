import type { FieldDescriptions } from '@outreach/http-kit';

/** Descriptions of the fields of campaigns and of their gate. */
export const CAMPAIGN_FIELDS: readonly FieldDescriptions[] = [
  {
    schemas: ['Campaign', 'ResumedCampaign', 'CampaignCreate', 'CampaignUpdate'],
    fields: {
      campaign_type: 'Fixed after the launch.',
      platform: 'The platform that sends. Fixed after the launch.',
      sequence_id: 'Id of the sequence. Fixed after the launch.',
      sending_account_ids: 'Ids of the sending accounts, at least one.',
      min_health_score: 'Accounts below this health score, from 0 to 100, do not send.',
      daily_send_limit: 'Emails per UTC day.',
      max_new_leads_per_day: 'First emails to contacts per UTC day; 0 for no limit.',
      smart_time_gaps: '`true` for random gaps between emails, `false` for the minimum gap of the account.',
      send_window_start: 'First hour of the day, in the time zone of the contact.',
      send_window_end: 'Hour at which the window ends, later than `send_window_start`.',
      send_days: 'Days of the week: 1 is Monday, 7 is Sunday.',
      stop_on_reply: '`true` if the reply of a contact ends its enrollment.',
      stop_on_domain_reply: '`true` if a reply also ends the enrollments of contacts at the same domain.',
      stop_on_unsubscribe: '`true` if an unsubscription ends the enrollment.',
      allow_risky_contacts: '`true` to send to addresses with the status `risky` or `catch_all`.',
      auto_enroll: '`true` to enroll contacts that match the filter after the launch too.',
      contact_filter: 'The contacts that are enrolled: they match every list that is not empty.',
      client_id: 'Id of the client of an agency; `null` outside an agency.',
    },
  },
  {
    schemas: ['Campaign', 'ResumedCampaign'],
    fields: {
      metrics: 'Counters and rates of the whole campaign.',
      enrollment_counts: 'Number of enrollments by status.',
      pause_reason: 'Reason of the last pause.',
      paused_by: '`user`, or `system` for an automatic pause.',
      started_at: 'Time of the launch.',
    },
  },
  {
    schemas: ['ResumedCampaign'],
    fields: {
      requeued_sends: 'Queued emails that keep their schedule.',
      dropped_sends: 'Queued emails that were more than 24 hours late.',
    },
  },
  {
    schemas: ['AnalyticsSummary'],
    fields: {
      from: 'Start of the period as requested. The numbers begin at this time, rounded down to a quarter of an hour.',
      to: 'End of the period as requested. The numbers end before this time, rounded up to a quarter of an hour.',
    },
  },
  {
    schemas: ['GateResult'],
    fields: {
      passed: '`true` without blocking reasons.',
      blocking_reasons: 'The broken rules that block a launch or resume.',
      warnings: 'The rules that are nearly broken.',
    },
  },
  {
    schemas: ['GateReason'],
    fields: {
      reason: 'Name of the rule.',
      field: 'Path of the field to change.',
      observed: 'The value that breaks the rule.',
      threshold: 'The limit of the rule.',
      retry_at: 'Time after which the rule no longer blocks.',
    },
  },
];
