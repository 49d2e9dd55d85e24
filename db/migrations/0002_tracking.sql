-- What visitors' browsers are like: counts per day and value, never a row per visitor. Kept 90 days.
CREATE TABLE tracking (
  day date NOT NULL,
  kind text NOT NULL CONSTRAINT tracking_kind_known CHECK (
    kind IN ('ipAddress', 'screenWidth', 'screenHeight', 'viewportWidth', 'viewportHeight', 'userLanguage', 'userAgent')
  ),
  value text NOT NULL,
  count integer NOT NULL DEFAULT 1,
  PRIMARY KEY (day, kind, value)
);
