import { area, beyondSpec, GUESTS_IN_PATH } from '../kit/contract/contract.ts';
import { pageOf } from '../kit/contract/schema.ts';
import {
  MarkRead,
  Notification,
  NotificationSettings,
  NotificationSettingsPatch,
  NotificationsQuery,
  Unread,
} from './schema.ts';

/** Each member has their own. */
export const notifications = area('notifications', {
  listNotifications: beyondSpec('GET /api/workspaces/{ws_id}/notifications', GUESTS_IN_PATH, {
    summary: "List the caller's notifications of the last 60 days, newest first",
    query: NotificationsQuery,
    response: pageOf(Notification),
  }),
  getUnread: beyondSpec('GET /api/workspaces/{ws_id}/notifications/unread', GUESTS_IN_PATH, {
    summary: "Count the caller's unread notifications",
    response: Unread,
  }),
  markRead: beyondSpec('POST /api/workspaces/{ws_id}/notifications/read', GUESTS_IN_PATH, {
    summary: 'Mark notifications as read',
    body: MarkRead,
    response: Unread,
  }),
  getNotificationSettings: beyondSpec('GET /api/workspaces/{ws_id}/notification-settings', GUESTS_IN_PATH, {
    summary: "Read the caller's notification settings, by event and site",
    response: NotificationSettings,
  }),
  patchNotificationSettings: beyondSpec('PATCH /api/workspaces/{ws_id}/notification-settings', GUESTS_IN_PATH, {
    summary: "Change the caller's notification settings of all sites or of one",
    body: NotificationSettingsPatch,
    response: NotificationSettings,
  }),
});
