-- Writes the pages that the load has changed, so that no measurement pays for them. An account that may not ask for it goes without.

BEGIN TRY
    CHECKPOINT;
END TRY
BEGIN CATCH
    PRINT 'no checkpoint: ' + ERROR_MESSAGE();
END CATCH
GO
