-- Under sysbench's name for it.

CREATE INDEX k_${n} ON sbtest${n} (k)
