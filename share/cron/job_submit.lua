-- job_submit.lua: the gate of a Slurm site.  Every job is submitted held, and
-- with the mark by which sluice knows that it is to let it in.  It goes beside
-- slurm.conf, which says JobSubmitPlugins=lua.

-- Who may release what sluice holds: those who run sluice, by user id.
local operators = { [0] = true }

function slurm_job_submit(job, partitions, uid)
	-- A user's own hold stays one, until an operator releases it.
	local phase = job.priority == 0 and "held" or "pending"

	job.priority = 0
	job.admin_comment = string.format("sluice:phase=%s,created=%d",
	    phase, os.time())
	return slurm.SUCCESS
end

function slurm_job_modify(job, record, partitions, uid)
	local memo = record.admin_comment or ""
	local releases = record.priority == 0 and job.priority ~= 0 and
	    job.priority ~= slurm.NO_VAL

	-- What was let in its owner may hold, and release again.
	if releases and not operators[uid] and
	    not memo:find("^sluice:phase=inqueue") then
		return slurm.ESLURM_ACCESS_DENIED
	end
	return slurm.SUCCESS
end

return slurm.SUCCESS
