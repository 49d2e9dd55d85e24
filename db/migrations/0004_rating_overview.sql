-- Ratings are listed by the day they were given.
CREATE INDEX rating_created ON rating (created_at);
