-- What is booked by its start is found in the index of all that was held (appointment_held), which each booking writes, too.
DROP INDEX appointment_booked;
