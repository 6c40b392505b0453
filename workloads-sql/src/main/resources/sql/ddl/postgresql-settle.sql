-- What the server would otherwise do by itself soon after the load, in the middle of a measurement.

VACUUM ${table}
