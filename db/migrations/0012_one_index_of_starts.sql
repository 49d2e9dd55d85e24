-- appointment_start holds the status, too: each appointment would be entered twice.
DROP INDEX appointment_status_by_start;
